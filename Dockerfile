# One image for every role: WEB_EXTRACT_ROLE decides whether a container is an API, a worker or both.
FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npm ci -w libs/documents -w libs/web-extract -w apps/demo --include-workspace-root --no-audit --no-fund \
 && npm run --silent build \
 && npm prune --omit=dev --no-audit --no-fund \
 && rm -r libs/*/src libs/*/build libs/*/playground apps/*/src

FROM node:24-slim
# In a container loopback is nowhere: Docker decides what is published.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3002 WEB_EXTRACT_DATA_DIR=/data
# A browser for pages that need one. Docker lets no ordinary user have Chromium's own sandbox; with a seccomp profile that does, take
# WEB_EXTRACT_BROWSER_SANDBOX out.
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-liberation \
 && rm -rf /var/lib/apt/lists/*
ENV WEB_EXTRACT_BROWSER_SANDBOX=off
WORKDIR /app
COPY --from=build --chown=node:node /app/package.json ./
COPY --from=build --chown=node:node /app/node_modules ./node_modules
COPY --from=build --chown=node:node /app/libs ./libs
COPY --from=build --chown=node:node /app/apps ./apps
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3002
# It hands its pages back within DRAIN_MS of apps/demo/src/main.ts when it is stopped.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/demo/dist/main.js"]
