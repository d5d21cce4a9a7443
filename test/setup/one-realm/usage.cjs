/** What the running spec uses: applications by platform. Specs of a process share this module. */
let platforms = [];

/** Counts an application that the running spec starts. */
function countApplication(platform) {
  platforms.push(platform);
}

/** Returns the platforms of all applications that were counted since the last call. */
function takeApplications() {
  const counted = platforms;
  platforms = [];
  return counted;
}

module.exports = { countApplication, takeApplications };
