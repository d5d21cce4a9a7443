// Made by `node bench/content-model/train.mjs`, which says how; not written by hand.
import type { ModelSource } from './block-model.js';

/** What speaks for each kind of page; the format is that of the content model. Found on 300 pages of seven kinds. */
export const PAGE_TYPE_MODEL: Readonly<Record<string, Pick<ModelSource, 'bias' | 'trees'>>> = {
  article: {
    bias: -1.39,
    trees: `
(linkDensity<0.2638 (media<5.322 0.179 -0.0833) -0.151)
(longestRun<0.2003 -0.132 (saysArticle<1 0.0588 0.419))
(expectedF1<0.9544 -0.13 (media<3 0.0243 0.339))
(longestRun<0.2003 -0.12 (questions<1.585 -0.0232 0.232))
(saysArticle<1 -0.107 (longestRun<0.07177 -0.118 0.254))
(longestRun<0.2003 -0.102 (chars<11.83 -0.144 0.161))
(saysArticle<1 -0.112 (years<1.585 -0.0652 0.206))
(expectedF1<0.9544 -0.0935 (years<2 -0.0181 0.205))
(prose<0.5857 -0.112 (keptHeadings<0.02273 -0.0921 0.124))
(saysArticle<1 -0.106 (equalRuns<3.322 0.139 -0.124))
(prose<0.5857 -0.0972 (equalRuns<2.585 0.116 -0.0643))
(saysArticle<1 (expectedF1<0.9653 -0.143 0.0476) 0.0988)
(linkDensity<0.183 (longestRun<0.07177 -0.118 0.104) -0.0954)
(keptLinks<0.04025 (expectedF1<0.9087 -0.0983 0.096) -0.112)
(saysArticle<1 (expectedF1<0.9544 -0.145 0.0135) 0.0827)
(expectedF1<0.9582 -0.076 (media<3 -0.0501 0.154))
(years<2 -0.0905 (expectedF1<0.9087 -0.121 0.125))
(years<2 -0.0684 (keptItems<0.5462 0.109 -0.145))
(keptLinks<0.04025 (expectedF1<0.9087 -0.118 0.0771) -0.107)
(media<2.585 -0.129 (keptLinks<0.08653 0.0558 -0.133))`,
  },
  collection: {
    bias: -1.87,
    trees: `
(linkDensity<0.3624 -0.115 (media<6.087 0.0696 0.513))
(keptBlockChars<5.046 (keptItems<0.1579 -0.0131 0.423) -0.0682)
(expectedF1<0.8689 (keptLinks<0.0148 -0.119 0.365) -0.108)
(prices<4.322 -0.0781 (keptLinks<0.03214 -0.0364 0.347))
(prices<4.322 (chars<12.43 0.0828 -0.147) 0.239)
(prices<1 -0.108 (keptHeadings<0.2917 0.0236 0.327))
(prices<5.044 (keptBlocks<3.7 0.136 -0.0954) 0.221)
(keptShare<0.5335 0.125 (prices<4.322 -0.112 0.134))
(keptLinks<0.1081 (keptHeadings<0.197 -0.116 0.0379) 0.127)
(keptHeadings<0.1371 -0.0955 (keptShare<0.5335 0.202 -0.026))
(prices<4.322 (keptBlocks<4.585 0.0662 -0.119) 0.131)
(prices<1.585 -0.109 (expectedF1<0.9219 0.13 -0.0568))
(keptShare<0.5335 0.0692 (saysListing<1 -0.0943 0.119))
(keptLinks<0.03214 -0.0816 (keptShare<0.5335 0.153 -0.0503))
(keptHeadings<0.1371 -0.112 (saysArticle<1 0.144 -0.112))
(prices<1 (keptItems<0.4333 -0.109 0.071) 0.0565)
(prices<4.322 (chars<12.43 0.0341 -0.129) 0.0847)
(keptLinks<0.03214 -0.111 (keptShare<0.5335 0.166 -0.0657))
(keptLinks<0.03214 -0.058 (years<3 0.102 -0.0696))
(equalRuns<2.322 (keptHeadings<0.1371 -0.074 0.15) -0.0697)`,
  },
  documentation: {
    bias: -1.87,
    trees: `
(code<2.322 (media<2.585 0.18 -0.119) 0.596)
(bestShare<0.3529 -0.108 (keptBlocks<6.066 -0.0454 0.212))
(media<2.585 (linkDensity<0.09718 0.0322 0.338) -0.109)
(prices<1 (questions<2.322 0.148 -0.0568) -0.139)
(media<2.322 (keptBlockChars<6.746 -0.0139 0.303) -0.0824)
(code<2.322 (media<4.392 0.0173 -0.141) 0.234)
(code<2.322 (equalRuns<2.322 -0.00745 -0.124) 0.212)
(media<4.392 (years<2.322 0.147 -0.11) -0.121)
(chars<14.01 (linkDensity<0.4253 -0.0916 0.0677) 0.106)
(media<4.248 (chars<13.16 -0.0274 0.188) -0.108)
(keptHeadings<0.197 (years<2.807 0.0748 -0.111) -0.116)
(expectedF1<0.9325 -0.085 (linkDensity<0.3312 0.0352 0.278))
(years<2.807 (topHeadings<2 0.0715 -0.11) -0.113)
(code<4.17 (linkDensity<0.2382 -0.111 0.0528) 0.152)
(expectedF1<0.9219 -0.1 (chars<13.05 -0.0459 0.138))
(expectedF1<0.9325 -0.0901 (linkDensity<0.1529 -0.0219 0.106))
(prices<1 (longestRun<0.6623 0.0857 -0.133) -0.105)
(code<2.322 (keptItems<0.5814 -0.0853 0.0903) 0.143)
(media<3.322 (keptLinks<0.003683 -0.0652 0.112) -0.0749)
(media<4.392 (keptLinks<0.03612 -0.0223 0.132) -0.114)`,
  },
  forum: {
    bias: -1.87,
    trees: `
(saysForum<1 -0.11 (keptHeadings<0.08 0.649 -0.0634))
(saysForum<1 (comments<0.251 -0.101 0.3) 0.4)
(comments<0.000407 (articles<3.7 -0.1 0.15) 0.334)
(keptHeadings<0.08 (prices<2 0.284 -0.0586) -0.149)
(keptHeadings<0.03846 (prices<2 0.239 -0.0499) -0.12)
(years<4.17 (keptHeadings<0.01075 0.135 -0.142) 0.239)
(years<3.7 (comments<0.251 -0.114 0.207) 0.192)
(saysForum<1 -0.0826 (years<2.807 -0.0159 0.232))
(keptHeadings<0.03846 (linkDensity<0.5526 0.193 -0.0263) -0.091)
(keptHeadings<0.02273 0.155 (years<4.585 -0.132 0.134))
(years<3.7 (keptHeadings<0.01075 0.0489 -0.132) 0.161)
(saysForum<1 (expectedF1<0.623 0.124 -0.0918) 0.146)
(years<3.7 (longestRun<0.01368 0.103 -0.112) 0.131)
(years<3.7 -0.0588 (keptLinks<0.1421 0.132 -0.0912))
(keptHeadings<0.08 (keptBlocks<7.443 0.0932 -0.0954) -0.14)
(equalRuns<2.807 -0.0463 (questions<1.585 -0.0945 0.127))
(prices<2 (comments<0.000407 0.00601 0.16) -0.117)
(questions<3.17 -0.0443 (prices<1 0.164 -0.0562))
(years<3.322 -0.0872 (equalRuns<1.585 -0.0906 0.117))
(keptHeadings<0.08 (keptShare<0.4659 -0.0424 0.121) -0.0891)`,
  },
  listing: {
    bias: -1.87,
    trees: `
(keptLinks<0.1421 -0.0758 (keptBlocks<4.248 -0.0709 0.361))
(longestRun<0.05557 (keptItems<0.04167 0.469 -0.0309) -0.0878)
(keptLinks<0.1421 -0.0821 (keptShare<0.5335 -0.0417 0.372))
(keptLinks<0.06279 -0.0898 (longestRun<0.09811 0.258 0.00707))
(keptLinks<0.2729 -0.0838 (keptBlockChars<5.724 0.0364 0.285))
(keptItems<0.04167 (longestRun<0.1464 0.198 -0.0625) -0.0924)
(keptItems<0.0102 (questions<1.585 0.233 -0.00528) -0.0824)
(longestRun<0.07177 0.0979 (questions<1 0.138 -0.138))
(linkDensity<0.183 -0.131 (equalRuns<1.585 -0.0849 0.1))
(questions<3.17 (years<3 -0.0117 0.151) -0.136)
(questions<3.17 (linkDensity<0.1042 -0.0975 0.0762) -0.108)
(longestRun<0.07177 (bestShare<0.9484 0.114 -0.0876) -0.0734)
(keptShare<0.5335 -0.0632 (linkDensity<0.3624 -0.0177 0.17))
(keptLinks<0.1081 -0.0478 (keptShare<0.5335 -0.0489 0.186))
(keptItems<0.04167 (chars<12.73 -0.0302 0.141) -0.0589)
(questions<3.17 (linkDensity<0.1042 -0.0863 0.0569) -0.124)
(keptShare<0.5335 -0.0748 (expectedF1<0.9697 0.0964 -0.096))
(prices<2.807 (keptLinks<0.06279 -0.0446 0.127) -0.119)
(keptLinks<0.06279 -0.0711 (prices<3.7 0.117 -0.0655))
(keptLinks<0.07427 (keptLinks<0.003683 0.0956 -0.117) 0.0385)`,
  },
  product: {
    bias: -1.87,
    trees: `
(keptLinks<0.02308 (media<4 -0.138 0.341) -0.12)
(saysProduct<1 -0.108 (saysListing<1 0.567 -0.0629))
(saysProduct<1 -0.111 (keptLinks<0.03214 0.394 0.0651))
(saysProduct<1 -0.102 (prices<2 0.0211 0.297))
(prices<1.585 -0.112 (keptLinks<0.1081 0.226 -0.12))
(saysProduct<1 (years<1 0.0647 -0.13) 0.188)
(prices<1.585 -0.111 (prices<5.044 0.181 -0.0734))
(prices<2 -0.104 (prices<5.044 0.139 -0.0593))
(saysProduct<1 (keptBlockChars<6.57 0.0306 -0.146) 0.133)
(expectedF1<0.9544 (keptHeadings<0.2667 0.0962 -0.0814) -0.141)
(prices<1.585 -0.0826 (keptItems<0.2778 0.00998 0.175))
(prices<1.585 -0.0887 (prices<5.044 0.11 -0.0788))
(years<1.585 (bestShare<0.3143 0.146 -0.0377) -0.0592)
(keptLinks<0.02308 (keptItems<0.4333 -0.0147 0.218) -0.11)
(saysProduct<1 -0.0745 (keptItems<0.2778 -0.000844 0.182))
(media<4 -0.136 (keptBlockChars<6.648 0.0904 -0.0533))
(saysProduct<1 (questions<1 0.0442 -0.116) 0.0828)
(keptLinks<0.02308 (prices<1.585 -0.0252 0.135) -0.0797)
(prices<2 -0.105 (keptLinks<0.1081 0.113 -0.122))
(media<3.7 -0.124 (keptLinks<0.1081 0.076 -0.118))`,
  },
  service: {
    bias: -1.87,
    trees: `
(keptHeadings<0.1154 -0.105 (keptLinks<0.06279 0.209 -0.0609))
(chars<12.73 (longestRun<0.08704 0.203 -0.0119) -0.0834)
(equalRuns<3.7 -0.0654 (prose<0.4336 -0.0624 0.288))
(keptHeadings<0.1538 -0.0984 (longestRun<0.2003 0.211 -0.112))
(equalRuns<2.322 -0.104 (keptHeadings<0.1154 -0.113 0.217))
(keptItems<0.3306 (years<1.585 0.181 -0.0361) -0.126)
(prices<2 (longestRun<0.2003 0.112 -0.0785) -0.104)
(years<2.322 (equalRuns<4.17 0.0235 0.226) -0.111)
(keptItems<0.3306 (keptHeadings<0.1154 -0.0551 0.119) -0.111)
(equalRuns<2.585 -0.0677 (keptHeadings<0.1154 -0.105 0.14))
(prices<2 (keptHeadings<0.2917 -0.00849 0.158) -0.1)
(equalRuns<2.585 -0.101 (prices<1.585 0.0973 -0.0812))
(years<2.322 (prose<0.6658 0.0735 -0.079) -0.101)
(years<1.585 (linkDensity<0.09718 0.222 0.00862) -0.0755)
(articles<2.322 (equalRuns<1.585 -0.0573 0.0682) -0.112)
(keptItems<0.5462 (expectedF1<0.948 0.0648 -0.0466) -0.126)
(years<2.322 (prices<3.17 0.0721 -0.106) -0.0935)
(keptLinks<0.06279 (saysProduct<1 0.0839 -0.106) -0.0878)
(keptLinks<0.1421 (prices<2 0.073 -0.062) -0.133)
(keptHeadings<0.1538 -0.098 (equalRuns<2.585 -0.0578 0.108))`,
  },
};
