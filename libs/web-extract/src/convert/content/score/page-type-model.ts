// Made by `node bench/content-model/train.mjs`, which says how; not written by hand.
import type { ModelSource } from './block-model.js';

/** Model of each type of page; the format is that of the content model. */
export const PAGE_TYPE_MODEL: Readonly<Record<string, Pick<ModelSource, 'bias' | 'trees'>>> = {
  article: {
    bias: -1.39,
    trees: `
(linkDensity<0.2638 (media<5.322 0.179 -0.0833) -0.151)
(longestRun<0.2003 -0.132 (saysArticle<1 0.0588 0.419))
(expectedF1<0.9486 -0.139 (longestRun<0.08704 -0.125 0.247))
(longestRun<0.2003 -0.118 (questions<1.585 -0.0331 0.227))
(saysArticle<1 -0.108 (keptLinks<0.08391 0.248 -0.119))
(prose<0.6174 -0.105 (longestRun<0.08704 -0.121 0.14))
(saysArticle<1 -0.113 (years<1.585 -0.0647 0.207))
(expectedF1<0.9601 -0.0853 (media<3 -0.0407 0.202))
(prose<0.5857 -0.107 (equalRuns<2.585 0.135 -0.0684))
(saysArticle<1 -0.106 (equalRuns<3.322 0.143 -0.128))
(years<2 -0.0762 (bestShare<0.3529 -0.0664 0.166))
(expectedF1<0.9601 (saysArticle<1 -0.154 0.0447) 0.102)
(longestRun<0.6623 (years<2 -0.105 0.0325) 0.183)
(keptLinks<0.07412 (keptCells<0.0188 0.00225 0.185) -0.148)
(saysArticle<1 (expectedF1<0.9601 -0.148 0.0325) 0.0826)
(expectedF1<0.9486 -0.0939 (media<3 -0.06 0.134))
(years<2 -0.0844 (equalRuns<3.322 0.104 -0.134))
(saysArticle<1 -0.0615 (years<1.585 -0.121 0.129))
(expectedF1<0.9157 -0.126 (media<3 -0.066 0.0876))
(keptCells<0.0188 (media<2.585 -0.158 -0.00369) 0.137)`,
  },
  collection: {
    bias: -1.87,
    trees: `
(keptLinks<0.07412 -0.122 (bestShare<0.3143 0.413 0.0303))
(keptBlockChars<5.332 0.299 (saysListing<1 -0.11 0.169))
(expectedF1<0.8684 (keptLinks<0.009105 -0.112 0.347) -0.114)
(prices<4.322 (keptShare<0.6037 0.0187 -0.137) 0.245)
(prices<4.322 (chars<12.43 0.0671 -0.147) 0.248)
(prices<1 -0.11 (keptHeadings<0.2632 0.0253 0.271))
(prices<4.322 (keptBlocks<4.907 0.0338 -0.127) 0.193)
(prices<5.044 (chars<12.6 0.0364 -0.11) 0.19)
(keptBlockChars<5.01 0.161 (keptHeadings<0.14 -0.125 0.0315))
(keptShare<0.575 (keptHeadings<0.09259 -0.042 0.16) -0.0798)
(prices<4.322 (keptBlocks<4.644 0.0446 -0.117) 0.128)
(prices<1.585 -0.112 (linkDensity<0.3312 -0.00661 0.166))
(keptShare<0.575 (bestShare<0.3529 0.0146 0.185) -0.0721)
(keptLinks<0.03122 -0.0786 (keptShare<0.7648 0.105 -0.102))
(keptHeadings<0.14 -0.103 (saysArticle<1 0.135 -0.111))
(prices<1 -0.0697 (keptBlockChars<5.01 0.198 0.0108))
(media<6.087 -0.0539 (linkDensity<0.3312 -0.0599 0.154))
(keptLinks<0.03122 -0.107 (keptShare<0.5363 0.146 -0.0584))
(prices<1 (bestShare<0.4265 -0.138 0.0464) 0.0708)
(keptHeadings<0.14 -0.0766 (equalRuns<2.322 0.149 -0.062))`,
  },
  documentation: {
    bias: -1.87,
    trees: `
(code<2.322 (media<2.585 0.18 -0.119) 0.596)
(bestShare<0.3529 -0.108 (keptBlocks<5.977 -0.0616 0.216))
(media<2.585 (keptLinks<0.002164 -0.0915 0.309) -0.11)
(prices<1 (questions<2.322 0.145 -0.057) -0.139)
(media<2.322 (keptHeadings<0.06364 -0.0739 0.24) -0.0823)
(code<2.322 (media<4.392 0.018 -0.141) 0.22)
(code<2.322 (equalRuns<2.322 -0.00748 -0.124) 0.202)
(media<4.392 (years<2.322 0.143 -0.109) -0.121)
(keptLinks<0.03591 -0.067 (keptHeadings<0.2 0.126 -0.0614))
(media<4.248 (chars<13.16 -0.0293 0.179) -0.108)
(keptHeadings<0.2 (years<2.807 0.0815 -0.108) -0.132)
(expectedF1<0.9157 -0.101 (linkDensity<0.3312 0.0183 0.241))
(years<2.807 (topHeadings<2 0.0675 -0.111) -0.113)
(code<4.17 (linkDensity<0.2382 -0.115 0.051) 0.157)
(expectedF1<0.9157 -0.11 (longestRun<0.6623 0.109 -0.101))
(expectedF1<0.9428 -0.0905 (linkDensity<0.1529 -0.0114 0.119))
(chars<13.94 -0.0409 (media<4.392 0.168 -0.052))
(code<2.322 -0.0562 (years<2.322 0.198 -0.0586))
(media<3.322 (keptLinks<0.002164 -0.0978 0.105) -0.0742)
(media<4.392 (keptLinks<0.04036 -0.0193 0.144) -0.113)`,
  },
  forum: {
    bias: -1.87,
    trees: `
(saysForum<1 -0.11 (keptHeadings<0.06364 0.649 -0.0634))
(saysForum<1 (comments<0.251 -0.101 0.3) 0.4)
(comments<0.000407 (articles<3.7 -0.1 0.15) 0.334)
(keptHeadings<0.08 (prices<2 0.293 -0.056) -0.15)
(keptHeadings<0.02424 (prices<2 0.273 -0.0848) -0.109)
(keptHeadings<0.08 (years<3.7 0.0153 0.265) -0.133)
(years<3.7 (comments<0.251 -0.115 0.212) 0.193)
(saysForum<1 -0.0815 (years<2.807 -0.017 0.225))
(keptHeadings<0.08 (keptLinks<0.08391 0.172 -0.0421) -0.117)
(keptHeadings<0.02424 0.177 (years<4.585 -0.123 0.136))
(years<3.7 (keptHeadings<0.0123 0.0726 -0.123) 0.16)
(saysForum<1 (linkDensity<0.03907 0.126 -0.0903) 0.141)
(years<3.7 (longestRun<0.01368 0.11 -0.111) 0.131)
(years<3.7 -0.0571 (keptLinks<0.1719 0.133 -0.0885))
(keptHeadings<0.0123 (keptBlockChars<7.637 0.163 -0.0656) -0.0953)
(equalRuns<2.807 -0.0488 (questions<1.585 -0.0925 0.129))
(prices<2 (expectedF1<0.9072 0.16 -0.00335) -0.117)
(comments<0.000407 (years<4.17 -0.0842 0.0836) 0.11)
(years<3.322 -0.0854 (equalRuns<1.585 -0.0906 0.12))
(keptHeadings<0.08 (keptCells<0.0188 0.108 -0.0791) -0.0876)`,
  },
  listing: {
    bias: -1.87,
    trees: `
(keptLinks<0.1719 -0.0758 (keptBlocks<4.322 -0.0709 0.361))
(longestRun<0.05562 (keptItems<0.0625 0.452 -0.0265) -0.0881)
(keptLinks<0.1719 -0.0826 (keptShare<0.4657 -0.068 0.347))
(keptLinks<0.08391 -0.0755 (keptShare<0.5363 0.0267 0.331))
(keptLinks<0.2765 -0.0843 (chars<11.5 -0.0386 0.241))
(keptItems<0.01408 (longestRun<0.1464 0.216 -0.0657) -0.0849)
(keptItems<0.01408 (questions<1.585 0.231 -0.00277) -0.0828)
(longestRun<0.07177 0.107 (questions<1 0.131 -0.141))
(linkDensity<0.183 -0.131 (equalRuns<1.585 -0.088 0.107))
(questions<3.17 (years<3 -0.0135 0.155) -0.135)
(questions<3.17 (linkDensity<0.1042 -0.0961 0.0744) -0.109)
(longestRun<0.07177 (bestShare<0.9484 0.12 -0.0867) -0.076)
(questions<2.585 (years<3 -0.00131 0.138) -0.0728)
(keptLinks<0.08391 -0.0535 (keptShare<0.4657 -0.0649 0.161))
(keptHeadings<0.08 0.0688 (keptItems<0.04167 0.0311 -0.107))
(questions<3.17 (expectedF1<0.9758 0.051 -0.115) -0.123)
(longestRun<0.07177 (years<3 -0.0183 0.177) -0.0517)
(prices<2.807 (keptLinks<0.06245 -0.031 0.119) -0.123)
(keptLinks<0.08391 -0.0602 (prices<3.7 0.131 -0.0769))
(keptHeadings<0.08 0.0532 (keptHeadings<0.4706 -0.075 0.131))`,
  },
  product: {
    bias: -1.87,
    trees: `
(keptLinks<0.02394 (media<4 -0.139 0.344) -0.112)
(saysProduct<1 -0.108 (saysListing<1 0.578 -0.0632))
(saysProduct<1 -0.111 (keptLinks<0.03122 0.395 0.0632))
(saysProduct<1 -0.102 (keptLinks<0.06245 0.283 -0.0261))
(prices<1.585 -0.114 (keptLinks<0.1109 0.236 -0.117))
(saysProduct<1 (years<1 0.0642 -0.13) 0.196)
(prices<1.585 -0.113 (prices<5.044 0.181 -0.066))
(prices<2 -0.108 (longestRun<0.2751 0.132 -0.0969))
(saysProduct<1 (keptBlockChars<5.932 0.0641 -0.134) 0.132)
(keptItems<0.3947 -0.0606 (media<4.524 -0.0679 0.176))
(prices<1.585 -0.0845 (prices<5.044 0.139 -0.0557))
(prices<1.585 -0.0892 (prices<5.044 0.108 -0.0772))
(prose<0.6951 (linkDensity<0.3624 0.0869 -0.078) -0.118)
(keptLinks<0.02394 (keptItems<0.3947 -0.0201 0.197) -0.114)
(saysProduct<1 -0.0756 (saysListing<1 0.13 -0.0964))
(media<4 -0.137 (keptItems<0.3947 -0.0221 0.125))
(prices<2 -0.0968 (prices<5.044 0.106 -0.0923))
(saysProduct<1 (questions<1 0.0838 -0.116) 0.106)
(keptBlockChars<5.932 (keptLinks<0.1109 0.17 -0.116) -0.0803)
(media<3.7 -0.127 (keptLinks<0.1109 0.0758 -0.117))`,
  },
  service: {
    bias: -1.87,
    trees: `
(keptHeadings<0.2917 -0.0433 (keptLinks<0.1719 0.379 -0.119))
(chars<12.73 (longestRun<0.08704 0.204 -0.0157) -0.0811)
(equalRuns<3.7 -0.0654 (keptLinks<0.06245 0.262 -0.0945))
(keptHeadings<0.1059 -0.118 (longestRun<0.2003 0.189 -0.0999))
(equalRuns<2.322 -0.103 (keptHeadings<0.1059 -0.11 0.201))
(keptItems<0.3165 (years<1.585 0.171 -0.0487) -0.11)
(equalRuns<4.17 (years<1.585 0.0396 -0.0953) 0.191)
(years<2.322 (prices<4.322 0.0829 -0.118) -0.106)
(keptHeadings<0.1059 -0.0891 (keptLinks<0.1719 0.102 -0.13))
(equalRuns<2.585 -0.0691 (keptHeadings<0.08 -0.123 0.119))
(prices<2 (keptHeadings<0.1176 -0.0825 0.117) -0.108)
(equalRuns<2.585 -0.101 (prices<1.585 0.111 -0.0875))
(prose<0.6174 (prose<0.5256 -0.0192 0.18) -0.0833)
(linkDensity<0.09718 (expectedF1<0.9543 0.223 -0.0409) -0.0422)
(saysProduct<1 (equalRuns<1.585 -0.0586 0.071) -0.101)
(keptItems<0.5161 (expectedF1<0.9543 0.0624 -0.0527) -0.129)
(years<2.322 (prices<3.17 0.0723 -0.0994) -0.0965)
(articles<2.322 (keptItems<0.5161 0.0474 -0.118) -0.131)
(prices<2 (keptLinks<0.07412 0.0926 -0.0783) -0.0837)
(keptHeadings<0.2188 -0.0724 (keptLinks<0.1719 0.0876 -0.111))`,
  },
};
