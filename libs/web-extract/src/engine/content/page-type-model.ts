// Made by `node bench/content-model/train.mjs`, which says how; not written by hand.
import type { ModelSource } from './block-model.js';

/** What speaks for each kind of page; the format is that of the content model. */
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
(prose<0.5857 -0.112 (keptHeadings<0.02128 -0.0921 0.124))
(saysArticle<1 -0.106 (equalRuns<3.322 0.139 -0.124))
(prose<0.5857 -0.0972 (equalRuns<2.585 0.115 -0.0643))
(saysArticle<1 (expectedF1<0.9653 -0.143 0.0463) 0.0989)
(linkDensity<0.183 (longestRun<0.07177 -0.118 0.104) -0.0954)
(expectedF1<0.9701 (keptCells<0.01667 -0.111 0.128) 0.106)
(saysArticle<1 (expectedF1<0.9544 -0.144 0.0105) 0.0833)
(expectedF1<0.9582 -0.0723 (media<3 -0.0508 0.149))
(years<2 -0.0928 (expectedF1<0.9087 -0.122 0.129))
(years<2 -0.0692 (keptItems<0.5462 0.109 -0.139))
(keptLinks<0.04025 (expectedF1<0.9087 -0.119 0.0855) -0.116)
(media<2.585 -0.13 (keptLinks<0.08653 0.058 -0.136))`,
  },
  collection: {
    bias: -1.87,
    trees: `
(linkDensity<0.3624 -0.115 (media<6.087 0.0696 0.513))
(keptBlockChars<5.046 (keptItems<0.1579 -0.0131 0.423) -0.0682)
(expectedF1<0.8689 (keptLinks<0.01687 -0.124 0.39) -0.108)
(prices<4.322 -0.0782 (keptLinks<0.03214 -0.0266 0.342))
(prices<4.322 (chars<12.43 0.0816 -0.147) 0.244)
(prices<1 -0.108 (keptShare<0.71 0.198 -0.0817))
(prices<5.044 (keptBlocks<3.7 0.137 -0.0947) 0.207)
(keptShare<0.5335 0.12 (prices<4.322 -0.111 0.131))
(keptLinks<0.1107 -0.0614 (keptHeadings<0.1146 -0.00712 0.197))
(keptHeadings<0.1313 -0.0823 (keptShare<0.5335 0.198 -0.0208))
(prices<1 -0.1 (keptBlocks<3.7 0.253 0.0303))
(prices<1.585 -0.107 (expectedF1<0.9219 0.127 -0.0628))
(keptShare<0.5335 (bestShare<0.4813 0.0319 0.222) -0.0672)
(keptLinks<0.01687 -0.103 (keptShare<0.5335 0.153 -0.0554))
(keptHeadings<0.1313 -0.0951 (saysArticle<1 0.138 -0.11))
(prices<4.322 -0.0395 (reviews<0.1693 0.147 -0.0968))
(prices<4.322 (chars<12.43 0.0408 -0.131) 0.0881)
(keptLinks<0.03214 -0.11 (keptShare<0.5335 0.167 -0.0664))
(keptLinks<0.03214 -0.0556 (years<3 0.103 -0.0731))
(equalRuns<2.322 (keptHeadings<0.1313 -0.048 0.146) -0.0728)`,
  },
  documentation: {
    bias: -1.87,
    trees: `
(code<2.322 (media<2.585 0.18 -0.119) 0.596)
(bestShare<0.3529 -0.108 (keptBlocks<6.087 -0.0294 0.206))
(media<2.585 (linkDensity<0.09718 0.0322 0.339) -0.109)
(prices<1 (questions<2.322 0.147 -0.0558) -0.14)
(media<2.322 (keptHeadings<0.07895 -0.0784 0.263) -0.0825)
(code<2.322 (media<4.392 0.0163 -0.141) 0.237)
(code<2.322 (equalRuns<2.322 -0.00886 -0.124) 0.213)
(media<4.392 (years<2.322 0.144 -0.108) -0.121)
(chars<14.01 (linkDensity<0.4253 -0.0927 0.0644) 0.109)
(media<4.248 (chars<13.16 -0.0299 0.19) -0.108)
(keptHeadings<0.2111 (years<1.585 0.115 -0.0591) -0.127)
(expectedF1<0.9319 -0.0867 (linkDensity<0.3312 0.0372 0.278))
(years<2.807 (topHeadings<2 0.0697 -0.107) -0.114)
(code<4.17 (linkDensity<0.2382 -0.111 0.0522) 0.155)
(expectedF1<0.9319 -0.0919 (chars<13.05 -0.0631 0.152))
(expectedF1<0.9319 -0.0914 (linkDensity<0.1529 -0.022 0.108))
(prices<1 (longestRun<0.6623 0.0844 -0.135) -0.103)
(code<2.322 (keptItems<0.5814 -0.0845 0.0935) 0.143)
(media<3.322 (chars<13.94 0.019 0.182) -0.075)
(media<4.392 (keptLinks<0.03612 -0.0238 0.142) -0.115)`,
  },
  forum: {
    bias: -1.87,
    trees: `
(saysForum<1 -0.11 (keptHeadings<0.07895 0.649 -0.0634))
(saysForum<1 (comments<0.251 -0.101 0.3) 0.4)
(comments<0.000407 (articles<3.7 -0.1 0.15) 0.334)
(keptHeadings<0.07895 (prices<2 0.288 -0.0586) -0.149)
(keptHeadings<0.07895 (prices<2 0.219 -0.0863) -0.144)
(years<4.17 (keptHeadings<0.0101 0.138 -0.142) 0.232)
(years<3.7 (comments<0.251 -0.114 0.209) 0.19)
(saysForum<1 -0.0824 (years<2.807 -0.0147 0.226))
(keptHeadings<0.03571 (linkDensity<0.5526 0.202 -0.0335) -0.0948)
(keptHeadings<0.03571 (questions<2.322 0.022 0.22) -0.114)
(years<3.7 (keptHeadings<0.0101 0.0616 -0.133) 0.166)
(saysForum<1 (expectedF1<0.6242 0.13 -0.0884) 0.144)
(years<3.7 (longestRun<0.01368 0.111 -0.111) 0.135)
(years<3.7 -0.0581 (keptLinks<0.1508 0.136 -0.088))
(keptHeadings<0.07895 (keptBlocks<7.443 0.0943 -0.0964) -0.139)
(equalRuns<2.807 (media<1.585 0.133 -0.0767) 0.079)
(comments<0.000407 (questions<3.807 -0.0699 0.108) 0.142)
(questions<3.17 -0.0366 (prices<1 0.169 -0.0675))
(years<3.322 -0.0857 (equalRuns<1.585 -0.0841 0.122))
(keptHeadings<0.07895 (keptShare<0.4659 -0.0377 0.126) -0.0877)`,
  },
  listing: {
    bias: -1.87,
    trees: `
(keptLinks<0.1508 -0.0758 (keptBlocks<4.248 -0.0709 0.361))
(longestRun<0.05562 (keptItems<0.04167 0.469 -0.0295) -0.0878)
(keptLinks<0.1508 -0.0822 (keptShare<0.5335 -0.0414 0.371))
(keptLinks<0.06279 -0.0898 (longestRun<0.09811 0.261 0.00707))
(keptLinks<0.2729 -0.0838 (keptBlockChars<5.715 0.036 0.285))
(keptItems<0.04167 (longestRun<0.1464 0.198 -0.0625) -0.0925)
(keptItems<0.0102 (questions<1.585 0.233 -0.00534) -0.0828)
(longestRun<0.07177 0.0986 (questions<1 0.138 -0.138))
(linkDensity<0.183 -0.131 (equalRuns<1.585 -0.085 0.0999))
(questions<3.17 (years<3 -0.0122 0.151) -0.136)
(questions<3.17 (linkDensity<0.1042 -0.0974 0.0762) -0.108)
(longestRun<0.07177 (bestShare<0.9484 0.114 -0.0855) -0.0733)
(keptShare<0.5335 -0.0631 (linkDensity<0.3624 -0.0177 0.17))
(keptLinks<0.1107 -0.0476 (keptShare<0.5335 -0.0508 0.19))
(keptItems<0.04167 (chars<12.73 -0.0303 0.141) -0.0594)
(questions<3.17 (linkDensity<0.1042 -0.0863 0.0569) -0.124)
(keptShare<0.5335 -0.0746 (expectedF1<0.9701 0.0979 -0.0972))
(prices<2.807 (keptLinks<0.06279 -0.0446 0.128) -0.12)
(keptLinks<0.06279 -0.071 (keptBlockChars<5.347 -0.0599 0.125))
(keptLinks<0.07427 (keptLinks<0.003683 0.0963 -0.117) 0.0388)`,
  },
  product: {
    bias: -1.87,
    trees: `
(keptLinks<0.02308 (media<4 -0.138 0.341) -0.12)
(saysProduct<1 -0.108 (saysListing<1 0.567 -0.0629))
(saysProduct<1 -0.111 (keptLinks<0.03214 0.394 0.0651))
(saysProduct<1 -0.102 (prices<2 0.0211 0.297))
(prices<1.585 -0.112 (keptLinks<0.02308 0.268 -0.0346))
(saysProduct<1 (years<1 0.0651 -0.13) 0.188)
(prices<1.585 -0.111 (prices<5.044 0.19 -0.0718))
(prices<2 -0.104 (prices<5.044 0.144 -0.0573))
(saysProduct<1 (keptBlockChars<6.57 0.0285 -0.146) 0.136)
(keptItems<0.243 -0.0798 (media<3.7 -0.106 0.138))
(prices<1.585 -0.0812 (prose<0.1128 -0.0997 0.126))
(prices<1.585 -0.0869 (prices<5.044 0.109 -0.0775))
(years<1.585 (bestShare<0.3143 0.15 -0.0369) -0.0619)
(keptLinks<0.01687 (expectedF1<0.9544 0.149 -0.106) -0.0996)
(saysProduct<1 -0.0741 (keptItems<0.243 -0.0238 0.191))
(media<4 -0.135 (keptItems<0.4 -0.0207 0.125))
(saysProduct<1 (questions<1 0.0474 -0.115) 0.0848)
(keptLinks<0.01687 (keptBlockChars<6.346 0.154 -0.01) -0.0632)
(prices<2 -0.103 (keptLinks<0.07427 0.12 -0.0954))
(media<3.7 -0.123 (keptLinks<0.1107 0.0741 -0.0884))`,
  },
  service: {
    bias: -1.87,
    trees: `
(keptHeadings<0.2111 -0.0706 (keptLinks<0.1508 0.264 -0.124))
(longestRun<0.08704 (keptItems<0.2778 0.147 -0.0808) -0.0896)
(equalRuns<3.7 -0.0631 (keptLinks<0.06279 0.229 -0.0981))
(keptHeadings<0.1778 -0.0926 (longestRun<0.2003 0.23 -0.106))
(equalRuns<2.322 -0.102 (keptHeadings<0.1146 -0.117 0.219))
(keptItems<0.3306 (years<1.585 0.166 -0.0394) -0.123)
(prices<2 (years<2.322 0.107 -0.0753) -0.105)
(years<2.322 (equalRuns<4.17 0.0191 0.21) -0.105)
(keptHeadings<0.1146 -0.0815 (longestRun<0.2003 0.121 -0.1))
(keptHeadings<0.1778 -0.0687 (equalRuns<2.585 -0.0653 0.153))
(prices<2 (keptHeadings<0.1313 -0.0511 0.104) -0.105)
(expectedF1<0.948 (prices<1.585 0.0972 -0.0899) -0.115)
(years<2.322 (prose<0.6658 0.0678 -0.0778) -0.0947)
(linkDensity<0.09718 (expectedF1<0.9544 0.213 -0.0338) -0.0424)
(articles<2.322 (keptItems<0.3306 0.0649 -0.0695) -0.114)
(keptItems<0.5462 (equalRuns<3.7 -0.00717 0.106) -0.127)
(chars<12.73 (media<3.322 0.168 -0.00548) -0.0542)
(keptLinks<0.06279 (saysProduct<1 0.088 -0.107) -0.0905)
(keptLinks<0.06279 (prices<2 0.106 -0.0826) -0.0847)
(keptHeadings<0.1529 -0.0971 (equalRuns<2.585 -0.0561 0.106))`,
  },
};
