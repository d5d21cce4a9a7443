// Made by `node bench/content-model/train.mjs`, which says how; not written by hand.
import type { ModelSource } from './block-model.js';

/**
 * What speaks for and against a block of text being content, found on annotated pages (see docs/quality.md).
 *
 * - `names`: words of class names, ids, roles and tags, above 0 for content. Only words of 40 and more sites.
 * - `words`: words of short texts, likewise.
 * - `trees`: `(feature<limit below above)`; the numbers at the ends of the branches taken are added to `bias`, and the
 *   logistic function of the sum is the probability of content.
 */
export const CONTENT_MODEL: ModelSource = {
  bias: 0.1777,
  names: `
<footer> -3.57, pagination -3.12, <aside> -2.87, rss -2.40, print -2.21, count -2.19, categories -2.16,
<nav> -2.04, notice -2.03, footer -1.97, related -1.92, popup -1.86, cookie -1.85, previous -1.81,
dropdown -1.79, byline -1.79, tags -1.72, contact -1.64, contentinfo -1.61, <fieldset> -1.59, share -1.59,
margin -1.57, breadcrumbs -1.57, separator -1.56, signup -1.49, controls -1.47, bd -1.46, respond -1.42,
legal -1.41, account -1.41, disabled -1.39, <header> -1.38, copyright -1.38, privacy -1.37,
complementary -1.33, headline -1.33, modal -1.30, loading -1.28, social -1.21, icons -1.20, badge -1.17,
comments -1.17, mini -1.15, meta -1.14, extra -1.13, navigation -1.13, cta -1.12, avatar -1.12,
textwidget -1.12, cat -1.11, time -1.10, author -1.08, embed -1.07, person -1.06, links -1.05,
teaser -1.04, follow -1.04, actions -1.03, masthead -1.02, options -1.02, empty -0.99, external -0.99,
user -0.97, table -0.96, selected -0.95, buttons -0.94, ad -0.93, fa -0.92, <figcaption> -0.90,
dialog -0.90, banner -0.90, taxonomy -0.90, tools -0.88, media -0.88, input -0.87, subtitle -0.86,
sidebar -0.85, rating -0.85, newsletter -0.84, inline -0.84, end -0.84, dc -0.84, breadcrumb -0.83,
whatsapp -0.83, published -0.83, control -0.83, <h1> -0.82, three -0.82, ab -0.81, commentform -0.81,
login -0.81, prev -0.80, region -0.79, data -0.79, popular -0.78, out -0.77, form -0.75, link -0.74,
pinterest -0.73, help -0.73, cols -0.69, image -0.68, button -0.68, order -0.67, menu -0.66, <a> -0.66,
navbar -0.64, underline -0.62, video -0.61, <figure> -0.61, custom -0.60, <b> -0.60, shop -0.60, da -0.60,
nav -0.58, uppercase -0.58, title -0.58, promo -0.57, bar -0.56, even -0.56, thread -0.56, figure -0.55,
alt -0.55, fade -0.55, on -0.54, items -0.54, new -0.53, widget -0.53, after -0.52, gallery -0.51,
below -0.50, display -0.50, children -0.50, subscribe -0.50, right -0.49, next -0.49, focus -0.48,
news -0.48, show -0.48, linkedin -0.48, down -0.46, <form> -0.46, bottom -0.45, mx -0.45, youtube -0.44,
<code> -0.43, last -0.43, component -0.43, facebook -0.43, carousel -0.43, submit -0.42, black -0.41,
header -0.40, label -0.40, ul -0.39, level -0.38, wide -0.37, action -0.37, default -0.36, fixed -0.36,
more -0.36, auto -0.36, active -0.35, story -0.35, <picture> -0.34, updated -0.33, detail -0.32,
screen -0.32, select -0.31, back -0.31, date -0.30, vcard -0.30, up -0.30, simple -0.30, top -0.30,
container -0.29, with -0.27, head -0.27, twitter -0.27, tab -0.26, size -0.25, all -0.25, li -0.25,
txt -0.25, child -0.25, standard -0.24, area -0.23, py -0.23, hero -0.23, large -0.23, in -0.22,
none -0.22, logo -0.22, thumbnail -0.22, site -0.22, card -0.22, collapse -0.22, small -0.21, item -0.21,
vertical -0.20, offset -0.20, has -0.20, font -0.20, <h6> -0.20, flex -0.20, quick -0.19, space -0.18,
be -0.18, info -0.18, bg -0.18, brand -0.17, <dd> -0.17, ce -0.17, inner -0.17, white -0.16,
rounded -0.16, arrow -0.16, comment -0.16, ac -0.16, code -0.16, center -0.16, clearfix -0.16, main -0.15,
base -0.15, sm -0.14, copy -0.14, fluid -0.13, location -0.12, mt -0.12, js -0.11, mb -0.10, bb -0.10,
submenu -0.10, panel -0.10, desktop -0.10, wrap -0.10, box -0.10, url -0.10, fb -0.09, <ul> -0.09,
cell -0.09, between -0.09, by -0.09, wp -0.08, caption -0.08, responsive -0.08, cf 0.08, <h4> 0.08,
instagram 0.09, column 0.09, secondary 0.09, format 0.10, blog 0.10, placeholder 0.10, grid 0.10,
aside 0.10, html 0.11, cd 0.11, page 0.11, row 0.12, trigger 0.12, price 0.12, dd 0.12, odd 0.12,
policy 0.12, phone 0.13, de 0.13, contents 0.14, post 0.15, section 0.15, normal 0.15, module 0.15,
sub 0.15, single 0.15, category 0.15, not 0.17, to 0.17, padding 0.17, theme 0.18, anchor 0.18, no 0.18,
parent 0.19, of 0.20, add 0.20, layout 0.20, slider 0.20, article 0.20, pointer 0.21, <li> 0.22,
middle 0.22, body 0.22, app 0.23, ancestor 0.23, summary 0.23, primary 0.24, lg 0.24, entry 0.24,
content 0.25, dark 0.25, border 0.25, divider 0.25, <ol> 0.25, hide 0.26, xs 0.27, medium 0.27, max 0.28,
tablet 0.29, color 0.29, accordion 0.30, start 0.31, <th> 0.31, light 0.31, mega 0.31, outer 0.32,
<span> 0.32, name 0.32, <h3> 0.32, div 0.32, relative 0.33, group 0.33, xl 0.33, quote 0.33, fn 0.34,
side 0.34, message 0.34, pt 0.37, expand 0.37, justify 0.38, min 0.38, the 0.38, width 0.38, open 0.39,
details 0.39, float 0.39, root 0.40, span 0.41, email 0.41, <thead> 0.41, clear 0.41, canvas 0.41,
height 0.42, style 0.43, settings 0.45, <article> 0.45, holder 0.45, for 0.48, <dl> 0.49, lead 0.50,
featured 0.51, ba 0.53, <pre> 0.53, <main> 0.54, my 0.55, text 0.55, close 0.56, position 0.57,
field 0.59, highlight 0.59, drop 0.59, current 0.60, overlay 0.62, object 0.64, reply 0.70,
<blockquote> 0.73, pr 0.75, element 0.75, about 0.77, read 0.77, background 0.78, <dt> 0.82, <h2> 0.84,
<h5> 0.84, description 0.84, green 0.88, number 0.91, and 0.97, skip 1.01, source 1.01, blue 1.02,
only 1.08, paragraph 1.09, cb 1.20, <tbody> 1.34, <p> 1.79,`,
  words: `
careers -2.58, © -2.31, ago -2.12, cookies -2.06, advertise -1.90, deals -1.89, rss -1.89,
subscribe -1.87, politics -1.87, privacy -1.85, sports -1.79, facebook -1.78, cookie -1.76, terms -1.70,
cart -1.65, sitemap -1.65, share -1.65, books -1.58, register -1.57, jobs -1.55, newsletter -1.45,
kontakt -1.42, culture -1.40, rights -1.31, related -1.31, policy -1.30, entertainment -1.29, view -1.27,
account -1.26, login -1.25, instagram -1.23, topics -1.21, skip -1.21, nov -1.20, kommentar -1.18,
accessories -1.16, card -1.16, news -1.15, events -1.15, sale -1.13, story -1.11, stories -1.09,
join -1.09, shipping -1.09, twitter -1.08, art -1.06, contact -1.06, artikel -1.03, sign -1.02,
posts -0.99, report -0.99, world -0.99, zum -0.98, august -0.97, newsletters -0.96, email -0.94,
mail -0.94, log -0.93, themen -0.93, forum -0.92, rules -0.92, kommentare -0.92, did -0.90, links -0.90,
site -0.90, mehr -0.88, shop -0.84, america -0.84, copyright -0.84, website -0.83, latest -0.83,
november -0.83, sport -0.83, shopping -0.80, guides -0.80, members -0.79, become -0.79, sell -0.79,
leave -0.76, über -0.76, legal -0.76, overview -0.75, unsere -0.75, partner -0.74, noch -0.74, us -0.73,
member -0.73, order -0.73, buy -0.73, english -0.72, faq -0.72, education -0.71, info -0.70, save -0.70,
center -0.70, weitere -0.69, manage -0.69, pro -0.68, love -0.67, life -0.67, articles -0.66, store -0.66,
house -0.65, community -0.65, talk -0.65, impressum -0.64, phone -0.63, nicht -0.61, accessibility -0.61,
states -0.61, book -0.61, review -0.61, blog -0.60, guide -0.60, try -0.60, office -0.60, special -0.59,
want -0.58, tv -0.58, training -0.58, photos -0.57, expert -0.55, datenschutz -0.55, home -0.54,
security -0.54, united -0.53, business -0.53, made -0.52, archiv -0.52, explore -0.52, powered -0.51,
print -0.51, map -0.50, process -0.50, https -0.50, tags -0.49, google -0.49, startseite -0.49,
travel -0.49, notice -0.49, please -0.49, country -0.48, inc -0.48, history -0.48, recent -0.47,
meet -0.47, presse -0.46, best -0.45, since -0.45, zur -0.45, comment -0.45, international -0.45,
science -0.45, our -0.44, close -0.43, last -0.42, find -0.42, job -0.42, z -0.42, service -0.42,
products -0.41, series -0.41, health -0.40, sales -0.40, internet -0.39, tips -0.39, uns -0.39,
family -0.39, h -0.39, say -0.38, plus -0.38, within -0.38, ve -0.38, usa -0.37, customer -0.36,
reserved -0.35, feedback -0.35, area -0.34, sure -0.33, money -0.33, help -0.32, u -0.32, solutions -0.32,
youtube -0.32, search -0.30, public -0.30, design -0.30, could -0.29, found -0.29, never -0.29,
read -0.29, videos -0.29, resources -0.29, marketing -0.28, like -0.28, box -0.28, watch -0.28,
tech -0.27, sie -0.27, um -0.27, lifestyle -0.27, get -0.26, connect -0.26, city -0.26, market -0.26,
go -0.25, personal -0.25, delivery -0.23, week -0.23, local -0.23, looking -0.23, general -0.23,
price -0.22, th -0.22, perfect -0.22, pm -0.22, how -0.21, apps -0.21, access -0.21, right -0.21,
als -0.21, global -0.20, times -0.20, via -0.19, even -0.19, product -0.19, ll -0.19, future -0.19,
popular -0.19, featured -0.19, e -0.19, network -0.18, next -0.18, important -0.18, feed -0.18, s -0.18,
everything -0.18, updates -0.17, offers -0.17, reviews -0.17, more -0.17, now -0.16, information -0.16,
deutschland -0.16, im -0.16, power -0.16, de -0.15, d -0.15, learn -0.15, bei -0.15, care -0.14,
new -0.14, take -0.14, people -0.13, options -0.13, o -0.13, why -0.12, just -0.12, wird 0.12, only 0.12,
day 0.12, start 0.13, too 0.13, way 0.13, may 0.14, know 0.14, off 0.14, daily 0.14, in 0.14, call 0.14,
re 0.14, von 0.14, different 0.14, level 0.15, ai 0.15, co 0.15, jetzt 0.15, size 0.15, still 0.15,
v 0.16, this 0.16, experience 0.16, who 0.16, again 0.16, live 0.16, mobile 0.17, release 0.17, into 0.17,
team 0.17, services 0.17, select 0.17, getting 0.17, black 0.17, api 0.17, language 0.18, as 0.18,
see 0.19, author 0.19, my 0.19, high 0.20, by 0.20, does 0.20, control 0.21, across 0.21, current 0.21,
c 0.22, für 0.22, content 0.22, platform 0.22, form 0.22, podcast 0.23, management 0.23, do 0.23,
every 0.24, of 0.24, years 0.24, light 0.24, m 0.25, create 0.25, code 0.25, make 0.26, learning 0.26,
can 0.26, das 0.26, long 0.27, keep 0.27, cost 0.27, your 0.27, nur 0.27, case 0.28, einen 0.28,
show 0.28, real 0.28, fast 0.28, zu 0.28, been 0.28, building 0.28, return 0.29, making 0.29, which 0.29,
request 0.29, we 0.29, me 0.29, date 0.29, companies 0.29, used 0.29, quality 0.29, alle 0.30,
program 0.30, wie 0.30, air 0.30, to 0.31, three 0.31, year 0.31, details 0.31, is 0.31, pay 0.31,
sich 0.32, l 0.32, per 0.32, $ 0.32, updated 0.32, article 0.32, items 0.33, things 0.33, n 0.34,
support 0.35, technical 0.35, hours 0.35, ready 0.35, don 0.35, have 0.36, short 0.36, post 0.36,
dem 0.36, low 0.36, menu 0.37, works 0.37, had 0.37, very 0.38, run 0.38, hat 0.38, around 0.38, ein 0.38,
should 0.39, many 0.39, would 0.39, und 0.39, auf 0.39, started 0.40, click 0.40, social 0.40, makes 0.40,
one 0.41, from 0.41, it 0.41, a 0.42, large 0.42, industry 0.43, main 0.43, on 0.43, build 0.44,
track 0.44, image 0.45, test 0.45, use 0.45, were 0.45, need 0.45, any 0.45, state 0.45, der 0.45, # 0.45,
for 0.46, die 0.46, end 0.47, software 0.47, add 0.47, b 0.47, has 0.47, using 0.48, those 0.48, was 0.48,
than 0.49, x 0.49, month 0.49, required 0.49, these 0.50, without 0.50, data 0.50, two 0.50, some 0.51,
source 0.51, them 0.52, sind 0.52, if 0.52, set 0.52, development 0.52, changes 0.53, brand 0.53,
much 0.53, including 0.53, text 0.53, advanced 0.53, project 0.54, few 0.54, today 0.55, oder 0.56,
place 0.57, really 0.57, es 0.58, key 0.58, or 0.59, while 0.60, online 0.60, i 0.60, smart 0.60,
here 0.61, name 0.62, between 0.64, system 0.65, water 0.66, list 0.66, number 0.66, vor 0.66, photo 0.67,
less 0.67, through 0.68, des 0.68, plan 0.68, inside 0.69, own 0.69, under 0.69, r 0.70, point 0.70,
and 0.70, pricing 0.70, single 0.70, with 0.71, type 0.71, thanks 0.71, same 0.72, systems 0.73,
settings 0.74, available 0.74, additional 0.75, users 0.76, rate 0.76, the 0.77, images 0.79,
another 0.79, both 0.79, user 0.80, ich 0.80, den 0.80, f 0.80, version 0.81, other 0.81, march 0.83,
that 0.84, let 0.84, value 0.85, features 0.86, ad 0.87, mode 0.87, easy 0.88, full 0.89, green 0.90,
non 0.90, first 0.92, so 0.93, common 0.93, before 0.96, think 0.97, built 0.99, said 1.01, also 1.02,
ist 1.05, professional 1.07, model 1.07, multiple 1.07, link 1.09, instead 1.10, then 1.13, example 1.15,
must 1.19, g 1.19, p 1.20, performance 1.23, each 1.31, second 1.33, following 1.93,`,
  trees: `
(inBestGroup<1 (nearLinkDensity<0.1641 (previousNameHint<-2.188 -0.134 (runOfLongest<0.007695 (pageBestShare<0.5036 0.00827 -0.177) 0.0933)) (previousNameHint<-2.188 -0.21 -0.138)) (nameHintHigh<1.756 (previousNameHint<-2.557 -0.131 (nearLinkDensity<0.1641 0.0942 -0.0124)) 0.16))
(nameHint<-0.2933 (nameHint<-1.993 (sharedWithBest<1 -0.187 (nameHintLow<-2.326 -0.179 -0.0356)) (groupLinkDensity<0.1333 -0.0254 -0.135)) (runOfLongest<0.2083 (cardsLinkDensity<0.07002 0.0967 (nearWordHint<1.807 -0.0723 0.0537)) (cardProse<0.9792 0.12 0.164)))
(inBestGroup<1 (nameHintLow<-1.005 (nameHintLow<-2.439 -0.178 (chars<6.17 -0.144 -0.0453)) (groupLinkDensity<0.09589 0.0713 -0.0876)) (linkDensity<0.5 (alike<1.585 (nextNameHint<-2.613 -0.068 (chars<5.044 -0.0137 0.101)) 0.144) -0.0521))
(nameHint<-0.2933 (cardsLinkDensity<0.1535 (nameHintLow<-2.557 -0.144 (pageCommas<0.6937 0.0278 -0.0739)) -0.15) (sentenceEnds<1 (cardsLinkDensity<0.09309 0.0643 (groupWordHint<0.09677 -0.11 0.00802)) (groupPageShare<0.3661 (nameHint<0.7877 0.0163 0.109) 0.144)))
(sharedWithBest<1 (nameHintLow<-1.184 -0.14 (nearLinkDensity<0.1043 (charsOfLongest<0.0625 -0.0319 0.0895) (pageLongestRun<0.1337 -0.00915 -0.143))) (chars<5.044 (nextNameHint<0.2497 -0.0847 0.0566) (nameHintLow<-2.8 -0.114 (cardBlocks<4.392 0.122 0.031))))
(runOfLongest<0.2083 (groupLinkDensity<0.05386 (nearWordHint<-0.1709 -0.0792 (nameHintOwner<-0.04155 -0.0492 0.0629)) (charsOfLongest<0.2514 (nearWordHint<2.296 -0.134 -0.0637) (pageLongestRun<0.1206 0.0552 -0.0916))) (nameHintHigh<0.5034 -0.0403 (cardProse<0.9792 0.083 0.128)))
(nameHint<-0.2933 (nameHint<-2.684 -0.132 (cardsLinkDensity<0.08072 0.00189 -0.089)) (charsOfLongest<0.1435 (inBestGroup<1 (pageLongestRun<0.3479 (cardsLinkDensity<0.1308 0.0373 -0.0778) -0.163) 0.0572) (alike<1.585 (regionProse<0.6462 0.0285 0.104) 0.121)))
(inBestGroup<1 (nameHintLow<-1.184 -0.119 (groupLinkDensity<0.09589 0.0373 (pageProse<0.09063 0.0509 -0.0915))) (nameHintOwner<0.1611 (fourthLinkDensity<0.1412 0.0107 -0.0838) (nameHintLow<-2.153 (inMain<1 -0.1 0.114) (cardLinkDensity<0.2125 0.112 0.0466))))
(runOfLongest<0.2083 (nameHintLow<-1.891 -0.121 (nearWordHint<1.058 (nearLinkDensity<0.0364 0.0141 -0.0811) (nameHintOwner<-0.01198 -0.0384 (inBestGroup<1 0.00941 0.0946)))) (nameHintLow<-3.201 -0.129 (nameHintOwner<0.07752 0.00992 (cardLinkDensity<0.5789 0.105 -0.107))))
(nameHint<-0.2933 (nextNameHint<-2.955 -0.119 (pageLongestRun<0.2751 -0.0279 -0.0984)) (cardLinkDensity<0.09677 (nameHint<0.7877 (nameHintOwner<1.893 0.0457 -0.115) (outerChars<4.251 -0.0498 0.107)) (chars<7.219 (groupWordHint<0.05581 -0.0873 0.00789) 0.0716)))
(nameHint<0.2486 (nextNameHint<-2.613 -0.11 (sharedWithBest<1 (sharedWithBest<0.3542 -0.0175 -0.101) (cardBlocks<3.7 0.0426 -0.0707))) (endsSentence<1 (alikeChars<11.65 (sharedWithBest<1 -0.0166 0.0548) -0.118) (groupPageShare<0.06149 0.0555 0.108)))
(nameHint<0.2486 (nameHintLow<-2.439 -0.117 (nearLinkDensity<0.1043 (cardsPageShare<0.9607 0.0257 -0.0515) (pageProse<0.1607 (pageMeanChars<5.57 -0.0291 0.179) -0.0887))) (nearLinkDensity<0.1338 (runOfLongest<0.4565 0.0498 0.102) (groupWordHint<0.05581 -0.0607 0.0355)))
(sharedWithBest<1 (nearLinkDensity<0.1338 (blocksAfter<5.322 -0.0638 0.0188) (inMain<1 -0.112 (sharedWithBest<0.07728 0.0989 -0.0596))) (endsSentence<1 (nearLinkDensity<0.02428 (titleOverlap<0.6667 0.0608 -0.147) (alikeMost<3.17 -0.068 0.0274)) 0.0879))
(runOfLongest<0.4565 (nextNameHint<-2.613 -0.099 (nearWordHint<0.5184 (pageProse<0.205 0.0193 (groupLinkDensity<0.01874 -0.0182 -0.0971)) (chars<4.322 -0.0355 (pageSaysArticle<1 0.0683 -0.00156)))) (alike<1.585 0.03 (linkDensity<1 0.0995 -0.209)))
(nameHint<0.532 (nameHint<-4.018 -0.106 (cardsLinkDensity<0.05768 0.0195 (groupChars<7.088 (pageSaysArticle<1 (charsAfter<9.36 -0.111 -0.0134) -0.093) 0.0233))) (words<3.585 (groupWordHint<0.07747 -0.0583 0.0441) (previousLinkDensity<0.4615 0.0891 0.0244)))
(nameHint<0.532 (nameHint<-4.018 -0.103 (words<3 (groupLinkDensity<0.03881 (headingTitleOverlap<1 0.0215 -0.164) -0.0792) (position<0.7272 0.0262 -0.0579))) (words<2.585 -0.015 (position<0.7552 0.0831 (inBestGroup<1 -0.0629 0.0472))))
(nameHint<-1.385 (sharedWithBest<1 -0.0898 (nearWordHint<1.807 -0.061 0.0486)) (cardProse<1 (nameHint<1.406 (pageComments<0.001253 0.0008 -0.0661) (wordHint<-0.07432 -0.0381 0.0565)) (cardLinkDensity<0.2125 0.0963 (wordLength<5.2 0.0904 -0.217))))
(inBestGroup<1 (nameHintLow<-2.439 -0.106 (chars<4.392 -0.0711 (fromLastProse<-2 0.0205 -0.0636))) (endsSentence<1 (cardLinkDensity<0.01627 (mediaBefore<1 0.0602 -0.0651) -0.0211) (nearCookieWords<1 (cardBlocks<4.392 0.086 -0.0121) -0.128)))
(nextNameHint<-1.899 (nameHintLow<-2.439 -0.103 (charsOfLongest<0.3167 -0.0607 0.0217)) (charsOfLongest<0.2041 (alikeMost<2.585 -0.0506 (fourthLinkDensity<0.1412 0.0409 -0.0213)) (alikeChars<10.37 (fromFirstProse<6.555 0.0876 0.00702) (widerSentences<0.2857 -0.183 0.0303))))
(sentenceEnds<1 (cardLinkDensity<0.01627 0.0158 (inMain<1 (groupWordHint<0.2184 -0.0982 -0.0453) (alikeMost<3.322 -0.0594 0.0119))) (position<0.7552 (alike<1.585 0.0272 (wordHint<-0.7527 -0.191 0.0861)) (groupWordHint<-0.03717 -0.111 -0.000128)))
(previousNameHint<-2.895 (chars<6.833 -0.0865 (position<0.4043 0.0621 -0.0573)) (cardProse<1 (position<0.8314 (fromHeading<1 -0.0605 (chars<4.17 (regionLinkDensity<0.005621 0.0639 -0.0433) (pageSaysArticle<1 0.0653 -0.000356))) -0.0567) 0.0784))
(nameHint<-1.385 (nameHintLow<-2.93 -0.105 (depth<10 -0.0793 -0.0101)) (alike<1.585 (position<0.5788 (sentenceEnds<1 -0.0157 0.0497) (pageLongestRun<0.2751 -0.0125 -0.11)) (groupChars<4.248 -0.0488 (cardsPageShare<0.348 0.0237 0.081))))
(nameHint<0.7877 (nameHintLow<-2.557 -0.0925 (pageSaysArticle<1 (chars<4.17 -0.0341 (alikeMost<1.585 -0.0558 0.036)) (runOfLongest<0.4565 -0.0666 0.0454))) (chars<6.459 (nearWordHint<0.9043 -0.0437 0.0453) (fromFirstProse<5.044 0.0892 0.0357)))
(cardsLinkDensity<0.1535 (cardProse<1 (bestMeanProse<7.56 0.0494 (pageCommas<0.1632 -0.393 0.00234)) 0.0733) (nameHintLow<-2.439 -0.101 (pageSaysArticle<1 (chars<4.807 -0.0413 (links<2 (fourthLinkDensity<0.1801 -0.064 0.0788) -0.105)) -0.0632)))
(nextNameHint<-2.613 (nameHintHigh<0.5034 -0.0926 (position<0.7552 -0.00677 -0.0895)) (charsOfLongest<0.3167 (position<0.8063 (charsOfLongest<0.03541 -0.0313 0.0237) -0.0565) (nearCookieWords<1 (fromFirstProse<6.919 (nameHintHigh<0.1533 -0.0608 0.0716) -0.0306) -0.164)))
(nameHint<1.406 (nameHintLow<-2.8 -0.0938 (nearWordHint<-0.2915 -0.0482 (pageProse<0.1032 0.0649 (nameHintOwner<0.1157 -0.0333 (nearLinkDensity<0.1043 (pageBlocks<8.175 0.0649 (regionLinkDensity<0.02727 -0.14 0.0123)) -0.0274))))) (thirdChars<4.271 -0.0583 0.0558))
(sharedWithBest<1 (pageLongestRun<0.3227 (nameHintHigh<0.2593 -0.0955 (charsOfLongest<0.04661 -0.0417 (headingTitleOverlap<0.3333 -0.000522 0.0706))) (regionChars<7.307 -0.107 0.0535)) (alike<1.585 0.0038 (capitalShare<0.1 0.0708 (regionChars<7.307 0.0232 -0.233))))
(nextNameHint<-2.955 (chars<5.209 -0.0892 -0.0228) (runOfLongest<0.4565 (alikeMost<2.585 (linkDensity<0.00823 -0.0161 -0.0833) (charsOfLongest<0.02796 -0.0346 0.0273)) (linkDensity<0.1521 (blocksBefore<8.119 0.0657 (thirdLinkDensity<0.01267 -0.355 -0.0179)) -0.059)))
(nameHint<0.2486 (nameHint<-6.148 -0.087 (links<2 (groupWordHint<-0.2073 -0.0679 -0.00614) -0.108)) (position<0.7552 (endsSentence<1 (alikeChars<11.65 0.0245 -0.0874) (groupPageShare<0.3661 0.0371 0.0943)) (widerLinkDensity<0.1161 0.0133 -0.0798)))
(nextNameHint<-2.613 (nameHintLow<-2.93 -0.0947 (pageLongestRun<0.1337 -0.00359 -0.0684)) (charsOfLongest<0.2514 (groupWordHint<0.1891 (thirdLinkDensity<0.03815 0.0218 (pageLongestRun<0.1206 -0.00784 -0.0815)) 0.0131) (fromFirstProse<5.755 (nearCookieWords<1 0.0624 -0.0989) -0.000127)))
(cardsLinkDensity<0.1535 (pageSaysProduct<1 (nameHintOwner<-0.6377 -0.0479 (linkDensity<0.1521 0.0508 -0.0363)) (widerChars<7.143 -0.0225 -0.177)) (nameHintLow<-2.439 -0.0958 (pageLongestRun<0.01871 0.0612 (nameHintHigh<0.2646 -0.103 (fourthLinkDensity<0.1801 -0.0738 -0.00757)))))
(nameHintLow<-2.557 -0.0795 (alike<1.585 (pageMeanChars<4.613 (inComments<1 0.0419 -0.252) (fromFirstProse<7.044 (sharedWithTop<0.002308 0.0366 -0.0188) -0.0714)) (groupChars<4.248 -0.0527 (sharedWithTop<0.0007911 -0.0532 (linkDensity<0.00823 0.0703 0.00731)))))
(nearLinkDensity<0.1043 (nameHintOwner<0.07752 (regionLinkDensity<0.07336 0.00677 -0.0721) (pageEqualRuns<1.585 (inBestGroup<1 -0.00273 0.0801) (sharedWithTop<0.0006804 -0.115 (fourthPageShare<0.5589 -0.0313 0.0354)))) (pageSaysArticle<1 (nearChars<4.8 -0.0409 0.0277) -0.0648))
(cardsLinkDensity<0.1535 (capitalShare<0.06154 (pageSaysProduct<1 (nearCookieWords<1 0.0533 -0.0916) -0.0352) (pageProse<0.5528 0.0387 -0.0332)) (nameHintLow<-2.439 -0.0915 (fromHeading<1 -0.0859 (fromFirstProse<2.585 0.0557 (pageSaysArticle<1 0.00576 -0.0697)))))
(nextChars<5.044 (fromHeading<1 -0.078 (fromFirstProse<2.585 0.0318 (fourthLinkDensity<0.1412 -0.00253 (depth<13 -0.0686 0.0145)))) (inBestGroup<1 (pageLongestRun<0.3227 0.0273 -0.107) (titleOverlap<0.6667 (pageSaysProduct<1 0.053 -0.067) -0.0991)))
(position<0.8314 (fromHeading<1 (regionLinkDensity<0.4468 -0.00792 -0.102) (alikeChars<10.92 (earlier<1 (nameHintHigh<0.2593 -0.0366 (fromFirstProse<2.585 0.0701 (cardsLinkDensity<0.2325 0.0413 -0.0167))) -0.0249) -0.0315)) (nearWordHint<2.649 -0.0809 -0.000471))
(nameHint<1.406 (pageSaysArticle<1 (chars<5.044 -0.0216 (cardsPageShare<0.9811 (blocksBefore<5.459 0.114 (cardProse<0.8572 0.0491 (fourthProse<0.6206 -0.184 -0.00724))) -0.0329)) (cardProse<1 (pageCommas<0.6283 -0.0014 -0.0714) 0.0439)) 0.0308)
(wordHint<0 -0.0486 (thirdPageShare<0.5553 (pageMeanChars<5.136 (nameHintLow<-2.93 -0.0948 0.0273) (previousNameHint<1.081 (thirdPageShare<0.3899 -0.0397 (pageLinkDensity<0.05557 -0.549 -0.106)) 0.0301)) (sharedWithBest<1 (regionPageShare<0.108 -0.0603 0.0121) 0.0424)))
(groupWordHint<-0.3392 -0.0716 (regionLinkDensity<0.07336 (sharedWithTop<0.0007911 (outerLinkDensity<0.01252 -0.174 0.0248) (titleOverlap<0.6667 0.0418 -0.0737)) (nextChars<5.209 (pageProse<0.4424 (depth<10 -0.0413 (nextNameHint<-6.288 -0.0881 0.0337)) -0.0542) 0.0172)))
(cardLinkDensity<0.03099 (fromHeading<6.248 0.0367 (fourthProse<0.7733 0.00932 -0.0963)) (fromHeading<1 -0.0727 (fromFirstProse<2.585 0.0383 (cardsLinkDensity<0.01303 (fromLastProse<-4.7 -0.532 0.016) (pageProse<0.05874 0.0686 (fromLastProse<-2 -0.00623 -0.0825))))))
(groupWordHint<-0.2073 -0.0546 (previousLinkDensity<0.4615 (pageSaysProduct<1 (cardLinkDensity<0.8553 (capitalShare<0.07143 (fromFirstProse<6.687 0.0559 -0.00527) 0.00188) -0.0696) (blocksBefore<8.119 -0.00947 -0.132)) (pageLinkDensity<0.4963 -0.0517 (inNav<1 0.044 -0.107))))
(cardProse<1 (nameHint<-6.148 -0.0754 (cardsPageShare<0.9811 (bestMeanProse<7.808 0.0258 (pageCommas<0.2122 -0.198 (fourthLinkDensity<0.007839 -0.12 (fourthLinkDensity<0.1412 0.0246 (pageBlocks<6.409 -0.24 -0.0248))))) -0.0354)) (thirdChars<4.973 -0.13 0.0522))
(position<0.7552 (sinceHeading<0 -0.0703 (nameHintOwner<0.07752 (headingTitleOverlap<1 (groupBlocks<3.322 0.0335 -0.0665) -0.0793) (fromHeading<6.741 (thirdPageShare<0.8297 (pageMeanChars<6.372 0.0309 -0.129) 0.0601) -0.029))) (pageBestShare<0.9168 -0.0526 0.0188))
(position<0.8545 (endsSentence<1 (isHeading<1 (wordHint<0.3242 (pageMeanChars<4.563 0.0191 -0.0476) 0.00996) 0.0472) (fromHeading<3.807 (fromHeading<1 -0.0263 0.0775) (fourthLinkDensity<0.02538 (blocksAfter<6.19 0.0246 -0.132) 0.0191))) -0.0476)
(cardLinkDensity<0.03099 (runOfLongest<1 (widerChars<6.656 (depth<16 (fourthLinkDensity<0.1412 0.0547 -0.0313) -0.0774) -0.0459) 0.0623) (pageLongestRun<0.1337 (fromHeading<-4.459 -0.104 0.0179) (cardsLinkDensity<0.01303 -0.289 (sharedWithTop<0.003054 0.0124 -0.0555))))
(nameHintLow<-2.93 -0.0754 (alike<1.585 (pageLongestRun<0.1144 (depth<9 -0.0295 0.0286) -0.0345) (groupWordHint<-0.03717 -0.0472 (bestMeanProse<8.939 (groupChars<3.934 -0.0364 0.0485) (previousLinkDensity<0.8571 (sentenceEnds<2 -0.13 0.0892) -0.298)))))
(nameHintLow<-2.93 -0.0737 (headingTitleOverlap<0.1111 (alikeChars<11.65 (inMain<1 (cardsLinkDensity<0.05768 0.00813 -0.0535) (position<0.5487 0.0525 -0.00143)) -0.0708) (chars<6.833 (alikeMost<2.322 -0.0341 (pageChars<11.03 0.127 0.00907)) 0.0533)))
(nextChars<7.119 (links<2 (pageSaysArticle<1 (words<2.807 -0.0174 0.0309) (headingTitleOverlap<0.25 (regionLinkDensity<0.07336 (thirdChars<6.631 0.0622 (pageCommas<0.8764 -0.194 -0.00391)) (regionChars<7.307 -0.0668 -0.379)) 0.0175)) -0.0767) 0.037)
(nearWordHint<-0.8366 (blocksAfter<5.492 -0.0737 -0.0106) (mediaBefore<1 (nearLinkDensity<0.2875 (pageSaysProduct<1 0.0283 (groupChars<7.575 -0.0057 -0.157)) (fourthLinkDensity<0.4494 -0.0588 (fromHeading<1 -0.074 0.0315))) (bestMeanProse<7.783 0.00489 -0.0713)))
(wordHint<-0.4818 -0.0558 (fromFirstProse<4.524 (endsSentence<1 -0.000194 0.0484) (groupChars<8.007 (regionLinkDensity<0.1646 (regionPageShare<0.8246 0.00302 0.083) (sharedWithBest<0.05928 0.181 (pageChars<14.7 -0.0413 0.126))) (regionPageShare<0.7729 -0.0258 -0.167))))
(nameHint<2.162 (cardsPageShare<0.9811 -0.0019 -0.0421) (headingLevel<4 (cardLinkDensity<0.03099 0.064 (widerChars<7.716 (cardsPageShare<0.6262 (fourthPageShare<0.9732 0.00702 (pageLongestRun<0.224 -0.289 0.0133)) 0.0469) -0.278)) (pageProse<0.5153 -0.136 0.0412)))
(wordHint<-1.155 -0.0837 (position<0.7552 (regionProse<0.9853 (wordHint<0.3242 (widerChars<7.716 (nameHintHigh<0.03936 -0.117 (regionPageShare<0.8036 (regionPageShare<0.7866 0.0000804 -0.103) 0.0417)) (wordLength<6.25 -0.00757 -0.219)) 0.0249) 0.0845) -0.0244))
(nearCookieWords<1 (position<0.915 (pageCommas<1.775 (pageBestShare<0.6586 (alikeMost<5.248 (pageLongestRun<0.3227 (titleOverlap<0.1111 -0.000803 0.0573) -0.0548) -0.114) (sharedWithBest<1 -0.0524 (cardBlocks<3.7 0.0475 -0.0188))) 0.0943) -0.0536) -0.0985)
(inFooter<1 (nearCookieWords<1 (inNav<1 (alikeChars<9.973 (pageProse<0.3393 0.0345 0.00473) (pageBestShare<0.9618 (regionLinkDensity<0.07336 0.0247 (cardProse<0.8099 (capitalShare<0.06154 0.036 -0.047) -0.0959)) -0.0925)) -0.0684) -0.0856) -0.0965)
(nearWordHint<5.105 (nameHintHigh<0.2593 -0.0518 (charsOfLongest<0.3167 (sharedWithBest<0.5357 0.0115 (pageSaysProduct<1 (sharedWithBest<1 -0.0658 -0.00366) -0.135)) (nearCookieWords<1 (pageChars<13.43 0.04 (sharedWithBest<0.4845 -0.101 0.0201)) -0.114))) 0.0325)
(isHeading<1 (nameHint<1.406 (pageProse<0.3028 (alikeMost<4.248 -0.0118 0.0725) -0.0256) (fourthProse<0.2613 (fourthLinkDensity<0.6802 (pageBlocks<6.409 0.0235 -0.123) 0.0696) 0.0337)) (pageSaysListing<1 0.0379 (linkDensity<0.00823 -0.00299 0.38)))
(widerSentences<0.2381 (pageMeanChars<4.613 0.0182 (runOfLongest<1 -0.0362 -0.199)) (position<0.4043 (bestMeanProse<8.229 (titleOverlap<0.6667 0.0192 (position<0.07211 -0.15 0.0817)) (groupChars<5.629 -0.0282 0.0908)) (pageLongestRun<0.007671 0.107 -0.00613)))
(isHeading<1 (mediaBefore<1 (chars<4.807 -0.0234 (pageCommas<1.118 (widerLinkDensity<0.00681 (pageBlocks<8.858 (cardsLinkDensity<0.07002 -0.00187 -0.171) -0.203) (pageSaysListing<1 0.0137 (fourthPageShare<0.08431 0.205 -0.143))) 0.0505)) -0.0528) 0.0392)
(nextChars<7.508 (links<2 (nameHintHigh<0.03936 -0.106 (position<0.01963 -0.0644 (position<0.7552 (charsAfter<9.911 (nameHintHigh<0.5988 0.138 (nameHintHigh<0.6626 -0.162 0.0507)) 0.00615) -0.0185))) -0.0776) (widerSentences<0.2381 -0.162 0.0454))
(groupWordHint<-0.6518 -0.0813 (nameHintLow<-2.93 (thirdLinkDensity<0.01267 0.163 -0.0708) (links<2 0.00752 (nextChars<6.768 (nextNameHint<3.013 (chars<7.585 (runOfLongest<1 -0.0625 -0.387) (runOfLongest<0.2083 -0.104 0.0981)) -0.368) 0.1))))
(nearWordHint<-2.361 -0.0499 (pageCommas<1.775 (nextChars<5.555 (pageLongestRun<0.2751 (thirdChars<7.561 0.00415 (capitalShare<0.02752 -0.251 -0.0241)) (regionLinkDensity<0.02727 0.0132 (sharedWithTop<0.001947 (inAside<1 0.027 0.948) -0.0795))) 0.0174) 0.0798))
(nearWordHint<-2.361 -0.0541 (pageCommas<1.775 (isHeading<1 (capitalShare<0.06667 0.00868 (groupPageShare<0.3661 (outerBlocks<4.322 (regionLinkDensity<0.005621 0.0666 -0.047) (titleOverlap<0.05556 -0.00545 0.081)) (previousLinkDensity<0.1095 -0.0404 -0.157))) 0.0302) 0.0763))
(nextChars<7.119 (links<2 (chars<4.392 -0.0251 (fourthProse<0.7151 (regionProse<0.6462 (pageProse<0.05874 (depth<4 -0.116 0.0902) -0.00133) 0.0524) -0.0212)) (fourthProse<0.5726 (groupBlocks<3.807 -0.0533 -0.206) 0.00704)) 0.0273)
(nearCookieWords<1 (pageEqualRuns<4.7 (pageSaysProduct<1 (regionLinkDensity<0.07336 (pageBlocks<8.644 (fourthPageShare<0.8848 0.079 0.0126) -0.0496) -0.00694) (fromHeading<6.508 0.000221 (pageLongestRun<0.09814 -0.157 -0.00781))) (sharedWithBest<0.2524 -0.0485 0.119)) -0.0773)
(groupWordHint<-0.6518 -0.0716 (links<2 (wordLength<4.211 (alikeMost<2 -0.081 -0.00906) (pageCommas<1.359 (pageSaysForum<1 0.0133 (fourthLinkDensity<0.04417 -0.124 -0.00782)) 0.0641)) (fourthLinkDensity<0.1119 0.0383 (pageEqualRuns<2.585 -0.119 0.012))))
(cardsPageShare<0.02757 -0.0445 (outerChars<7.756 (nextChars<7.119 (pageSaysArticle<1 0.0101 (regionPageShare<0.8246 -0.0314 0.0724)) 0.0303) (pageCommas<0.7639 (nameHintLow<-0.3314 -0.0396 -0.258) (nameHintLow<-0.6753 (pageLinkDensity<0.08813 0.0662 -0.145) 0.0825))))
(isHeading<1 (capitalShare<0.05556 (fromFirstProse<5.585 (widerSentences<0.2857 -0.0326 0.0407) (nameHintOwner<1.826 (thirdLinkDensity<0.2308 0.0188 (groupPageShare<0.02492 -0.00993 -0.176)) (cardsLinkDensity<0.003137 -0.206 -0.0406))) (fourthProse<0.7151 -0.00703 -0.0568)) 0.0315)
(alikeMost<3.17 (regionLinkDensity<0.07336 0.0146 (fourthProse<0.7357 (fromLastProse<-3.7 (regionPageShare<0.4371 -0.0397 0.0335) -0.0521) -0.0749)) (pageChars<11.89 0.0673 (pageComments<0.001253 0.0145 (previousLinkDensity<0.8571 (position<0.9637 -0.00543 0.558) -0.134))))
(pageBestShare<0.8595 (fourthPageShare<0.9305 0.00481 (titleOverlap<0.2857 (regionChars<4.015 -0.125 (pageBestShare<0.1911 0.0221 (regionChars<5.423 -0.0927 -0.0274))) 0.0476)) (wordLength<3.828 (linkDensity<0.1521 -0.0936 0.0635) (titleOverlap<0.6667 0.0383 -0.0781)))
(groupWordHint<-0.6518 -0.0771 (charsOfLongest<0.4032 -0.00537 (pageBestShare<0.5036 (pageMeanChars<5.136 0.0299 -0.0465) (previousNameHint<-0.24 0.103 (alike<1.585 (pageBestShare<0.6586 -0.196 (headingLevel<3 0.0568 (pageLongestRun<0.07155 -0.302 -0.00824))) 0.0731)))))
(nameHintLow<-3.016 -0.0579 (alike<1.585 (nameHintHigh<1.893 (sharedWithBest<0.05928 0.124 -0.00362) (outerBlocks<5.728 -0.03 -0.166)) (thirdChars<4.206 (nameHintLow<-0.4832 -0.0936 0.0483) (depth<13 (pageBestShare<0.5564 -0.0152 0.0359) 0.0667))))
(isHeading<1 (mediaBefore<1 (pageArticles<2.807 0.00343 -0.0311) (regionPageShare<0.7729 -0.0212 (widerLinkDensity<0.0141 -0.233 (thirdPageShare<0.8297 (regionChars<6.437 -0.035 -0.253) 0.0662)))) (fromLastProse<1 0.0473 (mediaBefore<2 -0.0617 0.158)))
(pageMeanChars<5.332 (thirdChars<4.973 (sharedWithTop<0.02719 (cardBlocks<1.585 (widerSentences<0.8095 -0.0542 (pageMeanChars<4.916 -0.52 -0.0339)) -0.00799) 0.0712) 0.0335) (pageSaysArticle<1 0.00327 (regionPageShare<0.8246 (fourthLinkDensity<0.1801 -0.027 -0.0942) 0.0729)))
(fourthLinkDensity<0.1412 (alikeChars<10.92 (alike<1.585 (groupWordHint<0.6059 (pageBestShare<0.9811 0.00615 0.0848) (groupPageShare<0.2222 0.0119 (nearWordHint<7.434 -0.173 0.0268))) (groupWordHint<-0.002798 -0.0293 0.058)) -0.0291) (charsAfter<13.95 -0.0147 0.08))
(alikeMost<2.585 -0.0155 (nameHintHigh<1.893 (pageChars<11.89 0.0508 (pageArticles<2.585 (pageComments<0.006629 (pageArticles<2 (chars<4.392 -0.0179 0.0356) 0.149) -0.0411) -0.0299)) (nameHintLow<-2.326 0.18 (fromFirstProse<2.585 0.0501 -0.0742))))
(nearCookieWords<1 (sentenceEnds<2 -0.00275 (runOfLongest<0.4565 (cardsLinkDensity<0.003137 (regionPageShare<0.2265 0.0435 (fourthPageShare<0.8848 -0.112 -0.4)) 0.0115) (fromHeading<6.615 0.0695 (pageMeanChars<4.762 -0.261 -0.00448)))) (regionPageShare<0.5943 -0.13 0.05))
(isHeading<1 (pageEqualRuns<4.7 (mediaBefore<1 -0.00343 (fourthLinkDensity<0.9356 -0.0453 0.143)) (sharedWithBest<0.275 -0.0675 0.103)) (position<0.5193 0.0632 (pageEqualRuns<2.585 (mediaBefore<2 -0.0628 (depth<9 0.381 0.0133)) 0.0537)))
(nearWordHint<5.105 (fromHeading<-4.459 (alikeMost<4.7 -0.0891 0.084) (position<0.8314 (pageSaysProduct<1 0.00616 -0.0302) (regionProse<0.8125 (pageChars<15.13 -0.0137 0.335) (wordLength<7.4 (cardProse<0.8572 -0.143 -0.0173) -0.331)))) 0.0242)
(wordHint<-0.4818 (pageComments<0.006629 -0.0222 (pageComments<0.02885 -0.234 -0.032)) (mediaBefore<1 0.00653 (alikeMost<4.392 (alike<3.459 -0.0334 (sinceHeading<2.585 0.0414 -0.375)) (sharedWithTop<0.008627 (fourthProse<0.1032 0.12 -0.0336) 0.312))))
(inMain<1 (regionPageShare<0.8164 (pageCommas<0.514 (previousNameHint<-3.247 -0.074 (position<0.267 -0.0397 0.0568)) (cardLinkDensity<0.01627 (outerBlocks<6.7 0.0125 -0.0928) -0.0518)) (charsAfter<11.13 -0.0351 0.0907)) (nameHintLow<-2.153 0.0858 0.00292))
(mediaBefore<1 (thirdChars<4.973 (nameHintHigh<1.823 (regionPageShare<0.2467 -0.0431 0.0165) -0.0833) 0.0108) (pageProse<0.09063 0.0491 (isHeading<1 -0.0534 (nameHintLow<-1.81 (mediaBefore<2 0.01 0.255) (depth<9 0.057 -0.0791)))))
(fourthLinkDensity<0.1412 (pageArticles<1 (pageSaysProduct<1 (headingLevel<6 0.0354 0.172) (sinceHeading<3.17 0.0268 -0.084)) (thirdPageShare<0.1766 -0.0639 0.00698)) (pageLinkDensity<0.3046 -0.0355 (widerSentences<0.9048 (pageLongestRun<0.2974 -0.000663 -0.0829) 0.0774)))
(capitalShare<0.06667 (fromFirstProse<5.585 (words<5.248 0.00792 0.0621) (words<6.087 (fourthProse<0.4075 -0.0404 (fourthLinkDensity<0.007839 -0.0897 0.0297)) -0.0601)) (pageLongestRun<0.3479 (nextNameHint<-6.288 -0.0737 0.00539) (regionProse<0.123 -0.00472 -0.0779)))
(inFooter<1 (pageCommas<1.775 (headingTitleOverlap<0.1111 (words<6.087 -0.00267 (pageLongestRun<0.2029 -0.0988 0.0303)) (nameHintOwner<0.07752 (headingTitleOverlap<1 0.0201 -0.0596) 0.0241)) (nearWordHint<-2.695 -0.27 (fromLastProse<1 0.101 -0.117))) -0.0854)
(groupWordHint<-0.6518 -0.069 (wordLength<4.211 (cardsPageShare<0.9079 -0.00111 (words<5.644 -0.0752 0.0851)) (pageChars<11.89 (groupChars<7.088 (alikeChars<6.741 0.061 (pageLongestRun<0.2617 0.0216 (bestMeanProse<7.254 -0.123 -0.00787))) 0.0921) 0.000373)))
(alikeMost<3.17 (cardLinkDensity<0.8553 (inComments<1 (capitalShare<0.01661 (fourthProse<0.6206 (thirdPageShare<0.9635 -0.0329 -0.148) 0.0043) -0.00125) (fourthProse<0.847 (pageComments<0.2202 (previousLinkDensity<1 -0.129 0.271) 0.169) -0.156)) -0.0666) 0.00832)
(pageCommas<0.7783 (run<13.24 (groupLinkDensity<1 0.0202 (sharedWithBest<0.275 (regionProse<0.3144 -0.0127 (pageCommas<0.4664 -0.102 0.289)) -0.0633)) -0.224) (pageProse<0.3393 (nearChars<4.602 -0.0429 0.0593) (pageArticles<2.322 -0.00807 -0.0577)))
(links<2 (fromFirstProse<2.585 (words<2.585 -0.018 0.041) (nameHintOwner<1.893 -0.000297 (pageBestShare<0.1697 0.0362 (sinceHeading<3.459 (pageLongestRun<0.07155 0.00831 -0.12) (thirdPageShare<0.4841 -0.096 0.0775))))) (fourthLinkDensity<0.1263 0.037 -0.0774))
(wordHint<-0.9145 -0.0545 (nameHint<2.402 (groupPageShare<0.01342 0.0161 (alike<1.585 -0.0194 (pageBlocks<5.755 0.079 (fourthLinkDensity<0.5429 (inMain<1 -0.0193 (pageLongestRun<0.3227 0.0591 -0.0265)) -0.0834)))) (widerChars<4.222 -0.105 0.0313)))
(position<0.5193 (sentenceEnds<1 -0.00598 (groupPageShare<0.5888 (pageMeanChars<5.832 0.035 (charsAfter<11.57 -0.189 (pageSaysProduct<1 (regionChars<6.554 -0.0643 0.0499) -0.128))) 0.0834)) (pageBestShare<0.9168 -0.0189 (alikeChars<10.37 0.0354 -0.0837)))
(nameHintLow<-4.472 -0.0966 (wordLength<3 -0.0431 (sharedWithBest<0.05928 (thirdPageShare<0.7398 0.115 -0.114) (pageCommas<1.167 (regionProse<0.9853 -0.00361 0.0674) (blocksAfter<5.755 (nearLinkDensity<0.02428 0.0525 -0.0787) (regionPageShare<0.2763 0.0171 0.106))))))
(outerChars<7.756 (wordHint<-1.155 -0.0538 (thirdChars<4.271 -0.0214 0.00619)) (pageProse<0.7202 (pageLinkDensity<0.1389 -0.187 (blocksAfter<6.19 (inBestGroup<1 -0.115 0.0927) -0.119)) (sharedWithTop<0.007853 (pageLongestRun<0.1337 -0.072 0.0924) -0.0905)))
(pageLongestRun<0.3227 (pageCommas<1.167 (pageMeanChars<6.372 (depth<9 -0.0183 (alikeMost<5.248 0.0225 -0.0772)) (thirdLinkDensity<0.2689 (nameHintLow<-2.326 0.142 (thirdPageShare<0.8297 -0.16 -0.0267)) 0.216)) 0.0498) (pageBestShare<0.9618 -0.0381 0.0366))
(headingTitleOverlap<0.1111 (groupChars<7.575 -0.00422 (sinceHeading<1.585 0.0205 -0.0824)) (nameHintOwner<0.07752 -0.0233 (regionPageShare<0.8036 (thirdPageShare<0.7844 (pageLinkDensity<0.3046 (sharedWithTop<0.002308 0.0499 -0.0734) (widerSentences<0.1905 -0.0563 0.0586)) 0.0413) 0.0673)))
(alikeMost<2.585 (nextChars<8.464 (regionLinkDensity<0.9728 -0.00971 -0.12) 0.0823) (headingLevel<3 0.0188 (pageCommas<0.3579 -0.0837 (pageProse<0.3393 (pageLongestRun<0.01871 -0.0894 (alikeMost<4.954 0.0483 0.189)) (pageLongestRun<0.02974 -0.129 -0.00646)))))
(inNav<1 (nameHintLow<-2.153 (regionPageShare<0.3231 (bestMeanProse<8.7 -0.0568 (sinceHeading<4.248 -0.0778 0.372)) (sharedWithTop<0.0004615 -0.11 (sharedWithTop<0.005448 0.106 (sharedWithTop<0.02719 -0.0386 0.13)))) -0.00394) (widerSentences<1 -0.0833 0.171))
(pageSaysProduct<1 0.00596 (sharedWithBest<0.5357 (fromFirstProse<7.16 (groupLinkDensity<1 (alikeMost<2.807 -0.0426 0.0571) (fromHeading<-3.322 -0.0831 0.227)) (fromHeading<8.873 -0.119 0.174)) (previousNameHint<1.081 (fromFirstProse<2.585 0.000962 -0.154) -0.000803)))
(mediaBefore<1 (titleOverlap<0.05556 (regionLinkDensity<0.215 0.00797 (inArticle<1 (groupBlocks<2.585 0.000796 -0.0771) 0.0183)) 0.0237) (nameHintHigh<1.285 (mediaBefore<2 (sharedWithBest<0.122 0.0999 (sharedWithTop<0.002601 0.0422 -0.0553)) 0.0526) -0.0792))
(chars<6.833 -0.00496 (fourthProse<0.3791 (widerLinkDensity<0.135 (pageCommas<0.6283 (fourthProse<0.1401 -0.509 -0.157) 0.05) 0.021) (position<0.3767 0.0506 (groupWordHint<-0.5489 -0.16 (charsAfter<12.02 0.0255 (nameHint<2.162 -0.0597 0.0485))))))
(blocksBefore<2 (widerSentences<1.429 (alikeChars<7.238 (groupChars<5.087 -0.0903 0.0621) -0.117) 0.0779) (pageCommas<0.7783 (widerChars<6.964 0.0163 -0.0338) (thirdChars<4.382 -0.0695 (thirdLinkDensity<0.9995 (cardsLinkDensity<0.05768 0.0173 -0.0206) 0.156))))
(links<2 (pageMeanChars<5.388 0.00853 (fourthPageShare<0.5589 (sharedWithTop<0.002308 0.00432 -0.0958) (capitalShare<0.06154 (mediaBefore<1 (groupPageShare<0.3661 (fourthPageShare<0.9732 0.0344 -0.0334) 0.0653) -0.0409) -0.0246))) (charsAfter<12.02 -0.0828 0.0193))
(nameHintLow<-4.472 -0.0972 (fourthLinkDensity<0.1412 0.0144 (pageLinkDensity<0.2581 -0.0389 (fromHeading<-4.459 -0.0988 (regionPageShare<0.837 (cardsLinkDensity<0.03662 (endsSentence<1 -0.118 (fromHeading<5.7 0.0661 -0.148)) 0.0252) (widerLinkDensity<0.3255 0.0457 -0.122))))))
(isHeading<1 (alike<1.585 -0.0111 (pageBlocks<5.755 0.0683 (fromLastProse<-2 0.0116 (groupWordHint<0.5392 -0.0794 0.05)))) (pageLongestRun<0.2974 (alikeMost<5.492 0.044 -0.107) (fromLastProse<1 (runOfLongest<1 -0.0645 0.0893) -0.164)))
(pageEqualRuns<4.7 (pageEqualRuns<3.322 (wordHint<-0.4818 (pageComments<0.006629 -0.0172 -0.133) (nearWordHint<7.434 (fourthProse<0.05874 (groupBlocks<2.585 0.0487 -0.0381) -0.0035) 0.045)) -0.0206) (outerChars<4.059 -0.175 (headingLevel<4 0.0828 -0.0882)))
(titleOverlap<0.2857 (sinceHeading<0 (fromHeading<2.585 (regionPageShare<0.5943 -0.112 0.00612) 0.0328) (sharedWithTop<0.05657 -0.00388 (fourthProse<0.1401 0.117 (run<7.066 (cardBlocks<6.285 (nameHint<-0.9185 0.0282 -0.119) 0.0906) 0.0833)))) 0.0273)
(blocksBefore<2 (bestMeanProse<8.394 (nextNameHint<0.5594 (regionLinkDensity<0.02727 0.0679 -0.0773) (capitalShare<0.02198 -0.242 -0.0807)) 0.0882) (regionLinkDensity<0.07336 (pageChars<13.48 0.0327 (fourthProse<0.4075 -0.131 -0.00349)) (pageChars<13.96 -0.0116 0.0281)))
(alikeMost<2.585 (inComments<1 -0.0174 (bestMeanProse<8.939 0.0211 0.356)) (nameHintHigh<1.893 (pageArticles<4.248 (fourthLinkDensity<0.1412 0.0309 0.00184) (thirdPageShare<0.8632 -0.0701 0.0804)) (nameHintLow<-2.221 0.0955 (thirdPageShare<0.992 -0.0539 0.0644))))
(wordLength<5.333 -0.00815 (widerLinkDensity<0.1564 (pageMeanChars<6.539 0.0367 (pageBestShare<0.5279 (charsAfter<14.22 -0.18 0.156) 0.0108)) (pageChars<14.79 (regionProse<0.9113 -0.00794 -0.228) (nameHintLow<-2.439 (headingLevel<3 0.226 0.968) 0.0013))))
(previousNameHint<-9.295 (fromLastProse<-7.349 (widerChars<6.135 -0.0239 0.306) -0.1) (sharedWithBest<0.6499 0.0105 (thirdPageShare<0.5553 (pageLinkDensity<0.5585 (regionChars<6.437 (fourthLinkDensity<0.5429 -0.0145 -0.156) -0.096) 0.0367) (alike<2 -0.00876 0.0304))))
(chars<4.17 -0.0166 (pageLongestRun<0.01676 0.0621 (cardsLinkDensity<0.01303 (pageChars<12.37 (alikeChars<7.87 0.0771 -0.0181) (regionPageShare<0.375 0.0106 -0.0937)) (fromLastProse<-2 (pageCommas<0.7783 0.0333 (cardsLinkDensity<0.05768 0.0396 -0.016)) -0.0236))))
(wordLength<4 (outerPageShare<0.9226 -0.00985 (nextChars<4.459 (alikeChars<5.044 -0.344 -0.101) -0.0352)) (pageSaysArticle<1 (thirdChars<4.973 -0.0108 0.0222) (nextNameHint<3.502 (fromHeading<-6.895 (sharedWithTop<0.007181 0.131 0.912) -0.0159) 0.0707)))
(capitalShare<0.01075 (fourthPageShare<0.9732 (pageSaysForum<1 0.0202 -0.0647) -0.0648) (pageBestShare<0.6586 -0.00374 (inBestGroup<1 -0.0306 (pageEqualRuns<3 (titleOverlap<0.6667 0.0454 -0.0632) (charsOfLongest<0.4032 (pageBestShare<0.9433 0.00354 -0.086) 0.0519)))))
(isHeading<1 (mediaBefore<1 -0.00182 (regionChars<5.109 0.026 -0.0481)) (pageLongestRun<0.04682 (nameHintOwner<-0.4452 0.152 0.0463) (regionLinkDensity<0.5107 (runOfLongest<0.4565 (sharedWithBest<0.6499 (linkDensity<0.8767 -0.00368 0.115) -0.0294) 0.0755) -0.0615)))
(pageCommas<1.118 (pageCommas<0.9651 0.00562 (thirdLinkDensity<0.8007 (outerPageShare<0.7844 (pageCommas<1.016 (pageMeanChars<5.459 -0.00937 -0.135) (groupPageShare<0.1367 (position<0.9637 -0.0611 0.188) 0.0682)) (fromLastProse<1 0.0348 -0.305)) 0.0847)) 0.0233)
(regionPageShare<0.5943 (nearCookieWords<1 (regionPageShare<0.3937 (groupChars<7.088 (alikeChars<8.574 0.0103 -0.0344) 0.0344) (pageLinkDensity<0.07911 -0.157 (pageComments<0.3283 (fourthLinkDensity<0.9356 -0.032 0.0857) (regionLinkDensity<0.09536 -0.0703 0.221)))) -0.105) 0.00855)
(cardsPageShare<0.02359 (sharedWithTop<0.002444 0.0204 (outerBlocks<7.607 -0.0814 0.251)) (nextChars<2.322 (sharedWithTop<0.002833 -0.0411 0.0629) (wordLength<3 (pageProse<0.09063 -0.173 -0.0189) (pageLongestRun<0.01871 (headingLevel<3 0.0714 -0.0456) -0.00227))))
(pageMeanChars<6.372 (fourthLinkDensity<0.1412 (cardsLinkDensity<0.2062 (titleOverlap<0.6667 0.0276 -0.0712) (pageMeanChars<5.786 -0.0948 0.0621)) (cardsLinkDensity<0.07002 -0.0486 -0.00119)) (cardsLinkDensity<0.1535 (fromHeading<-6.285 0.191 -0.036) (pageBlocks<6.895 -0.0538 0.129)))
(pageCommas<0.7783 0.00718 (cardProse<1 (pageLinkDensity<0.4414 (fourthLinkDensity<0.1412 -0.00517 (cardProse<0.9063 (regionPageShare<0.8036 -0.0605 (pageBlocks<6.768 -0.143 0.0541)) -0.156)) (nameHint<-0.9185 0.098 -0.00781)) (widerLinkDensity<0.2065 0.0523 -0.158)))
(inFooter<1 (pageBlocks<9.014 (pageBlocks<8.858 (outerLinkDensity<0.002608 (regionLinkDensity<0.5107 0.0221 -0.145) -0.00313) (cardProse<0.655 0.00854 -0.132)) (cardsLinkDensity<0.7335 (cardsPageShare<0.937 0.0583 (charsOfLongest<0.2514 -0.088 0.0981)) -0.0942)) -0.0757)
(headingTitleOverlap<0.3333 -0.00659 (chars<7.585 (pageLinkDensity<0.2581 (headingTitleOverlap<1 0.0259 (nameHint<-0.6292 0.00896 (nameHint<0.532 -0.134 -0.0292))) 0.0186) (nameHintOwner<0.1838 (regionChars<7.056 -0.112 0.0581) (pageSaysProduct<1 0.0909 -0.0368))))`,
};
