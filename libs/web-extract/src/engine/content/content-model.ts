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
  bias: 0.18,
  names: `
<footer> -3.42, <aside> -2.56, rss -2.56, pagination -2.40, count -2.36, categories -2.33, print -2.18,
popup -2.07, <nav> -2.07, notice -2.02, footer -1.93, byline -1.88, related -1.88, dropdown -1.80,
tags -1.79, respond -1.74, cookie -1.74, copyright -1.73, previous -1.73, complementary -1.71,
share -1.67, contact -1.61, contentinfo -1.60, social -1.55, separator -1.54, signup -1.52, avatar -1.51,
prev -1.49, account -1.47, margin -1.47, breadcrumbs -1.46, empty -1.44, <header> -1.39, bd -1.37,
<fieldset> -1.34, login -1.33, follow -1.31, selected -1.28, badge -1.23, navigation -1.20, loading -1.19,
textwidget -1.19, author -1.18, modal -1.18, controls -1.17, cat -1.13, meta -1.09, extra -1.09,
icons -1.08, links -1.08, cta -1.08, taxonomy -1.08, input -1.08, dialog -1.08, mini -1.08,
comments -1.06, masthead -1.06, table -1.05, actions -1.01, disabled -1.01, fa -1.00, teaser -1.00,
privacy -1.00, headline -1.00, <figcaption> -0.99, user -0.97, options -0.96, end -0.96, sidebar -0.95,
banner -0.94, bar -0.94, newsletter -0.94, <h1> -0.93, help -0.92, commentform -0.89, three -0.89,
embed -0.89, out -0.88, published -0.87, tools -0.87, media -0.86, rating -0.86, thread -0.85, time -0.85,
buttons -0.84, cols -0.84, dc -0.83, button -0.82, link -0.79, person -0.77, inline -0.77, popular -0.76,
underline -0.76, external -0.76, breadcrumb -0.75, order -0.75, ab -0.75, <figure> -0.73, region -0.73,
subtitle -0.72, ad -0.69, form -0.69, menu -0.68, navbar -0.67, on -0.66, down -0.66, youtube -0.65,
control -0.65, active -0.65, whatsapp -0.64, <a> -0.62, data -0.61, image -0.61, title -0.61, da -0.59,
legal -0.58, nav -0.58, items -0.57, black -0.56, pinterest -0.56, promo -0.56, video -0.55,
gallery -0.55, widget -0.52, mx -0.51, children -0.51, new -0.50, news -0.49, linkedin -0.48,
<form> -0.48, uppercase -0.48, submit -0.47, custom -0.47, wide -0.47, shop -0.46, below -0.45,
fixed -0.45, back -0.45, bottom -0.44, subscribe -0.44, next -0.44, display -0.44, carousel -0.42,
last -0.42, even -0.41, right -0.41, select -0.39, show -0.38, auto -0.38, header -0.37, level -0.37,
figure -0.36, fade -0.35, updated -0.35, date -0.35, <code> -0.34, more -0.33, <picture> -0.33,
story -0.32, line -0.32, none -0.32, simple -0.31, default -0.31, component -0.31, code -0.31, with -0.30,
<b> -0.30, alt -0.30, all -0.30, after -0.28, size -0.27, instagram -0.27, flex -0.26, up -0.26, be -0.26,
top -0.25, offset -0.25, container -0.25, action -0.25, facebook -0.25, standard -0.24, screen -0.24,
detail -0.24, label -0.24, trigger -0.24, brand -0.24, txt -0.24, card -0.23, vertical -0.23, logo -0.22,
head -0.22, tab -0.22, <h6> -0.22, area -0.22, rounded -0.22, quick -0.22, comment -0.21, large -0.21,
small -0.21, base -0.21, site -0.21, has -0.20, align -0.20, space -0.20, publish -0.20, required -0.20,
li -0.20, ul -0.20, info -0.19, bb -0.19, hero -0.19, cell -0.19, mb -0.18, home -0.18, white -0.18,
between -0.18, <dd> -0.17, bg -0.17, add -0.16, pl -0.16, font -0.16, item -0.15, red -0.15,
thumbnail -0.14, clearfix -0.14, mt -0.13, ac -0.13, mobile -0.12, py -0.12, collapse -0.12, copy -0.12,
in -0.12, overflow -0.12, main -0.12, arrow -0.12, center -0.11, submenu -0.11, fluid -0.11, ce -0.11,
child -0.11, off -0.10, vcard -0.10, twitter -0.10, inner -0.10, wp -0.09, desktop -0.09, first -0.08,
panel -0.08, ml -0.08, js -0.08, branding -0.08, of 0.08, divider 0.08, gray 0.08, row 0.08, left 0.08,
column 0.09, page 0.09, value 0.09, placeholder 0.09, topic 0.10, ee 0.10, format 0.10, price 0.10,
lg 0.10, location 0.11, icon 0.11, padding 0.12, intro 0.12, secondary 0.12, cd 0.12, section 0.13,
contents 0.13, xs 0.13, md 0.14, to 0.14, color 0.14, two 0.14, medium 0.14, module 0.15, normal 0.15,
dd 0.15, <li> 0.16, scroll 0.16, anchor 0.16, not 0.17, summary 0.17, slide 0.17, odd 0.18, post 0.18,
visible 0.18, aside 0.18, toggle 0.18, single 0.18, article 0.19, border 0.19, hide 0.19, slider 0.19,
category 0.19, phone 0.20, start 0.20, cart 0.20, theme 0.20, de 0.21, body 0.21, one 0.21, dark 0.21,
bc 0.22, hidden 0.22, layout 0.22, parent 0.23, div 0.24, name 0.24, <th> 0.25, outer 0.25, tablet 0.25,
app 0.26, ancestor 0.26, no 0.26, pt 0.27, <h3> 0.27, max 0.28, light 0.28, entry 0.28, fn 0.29,
primary 0.29, <ol> 0.30, accordion 0.31, details 0.31, min 0.32, content 0.32, lead 0.32, mega 0.32,
policy 0.33, <span> 0.33, message 0.33, float 0.33, middle 0.33, side 0.34, clear 0.35, relative 0.35,
width 0.36, group 0.37, quote 0.39, xl 0.39, email 0.39, <dl> 0.40, root 0.41, featured 0.42, close 0.44,
<article> 0.45, justify 0.46, field 0.47, span 0.48, current 0.48, for 0.53, ba 0.53, text 0.53,
style 0.54, height 0.55, <main> 0.56, object 0.56, canvas 0.57, <pre> 0.58, highlight 0.60, holder 0.60,
the 0.60, settings 0.61, overlay 0.62, expand 0.64, my 0.65, background 0.66, open 0.66, element 0.67,
position 0.70, drop 0.71, about 0.72, <blockquote> 0.75, <h5> 0.76, <thead> 0.77, <h2> 0.77,
description 0.78, reply 0.83, green 0.85, read 0.85, number 0.88, pr 0.89, source 0.90, blue 0.90,
and 0.91, <dt> 0.93, skip 1.03, only 1.15, cb 1.19, paragraph 1.22, <tbody> 1.38, <p> 1.77,`,
  words: `
careers -2.51, © -2.39, ago -2.37, cookies -2.08, rss -2.00, privacy -2.00, politics -1.98,
advertise -1.87, subscribe -1.79, sports -1.76, cookie -1.75, sitemap -1.68, rights -1.66, deals -1.66,
terms -1.62, share -1.58, books -1.54, culture -1.53, register -1.52, facebook -1.51, kontakt -1.48,
cart -1.39, newsletter -1.37, instagram -1.37, policy -1.34, news -1.34, stories -1.33,
entertainment -1.31, sale -1.31, join -1.29, account -1.27, view -1.26, jobs -1.23, login -1.21,
skip -1.19, related -1.19, nov -1.18, mail -1.17, events -1.17, topics -1.13, story -1.11,
accessories -1.10, shopping -1.06, card -1.05, america -1.03, contact -1.03, site -1.02, kommentar -1.02,
world -0.99, posts -0.98, forum -0.98, artikel -0.98, copyright -0.95, shipping -0.95, art -0.91,
twitter -0.89, partner -0.88, website -0.88, latest -0.88, august -0.87, sell -0.87, sign -0.86,
email -0.86, report -0.86, rules -0.84, über -0.83, themen -0.83, order -0.83, links -0.82,
newsletters -0.82, become -0.82, love -0.80, november -0.78, kommentare -0.78, blog -0.77, did -0.76,
us -0.75, shop -0.74, overview -0.74, noch -0.74, comment -0.74, zum -0.73, member -0.73, faq -0.72,
guides -0.72, manage -0.71, education -0.70, weitere -0.69, buy -0.68, accessibility -0.68, legal -0.67,
log -0.65, tv -0.65, want -0.65, center -0.65, impressum -0.64, u -0.64, life -0.64, mehr -0.64,
united -0.64, members -0.63, sport -0.62, save -0.62, please -0.62, nicht -0.62, unsere -0.62,
community -0.62, talk -0.61, book -0.61, training -0.61, photos -0.59, pro -0.59, store -0.59,
leave -0.58, expert -0.58, review -0.57, explore -0.56, security -0.56, business -0.55, phone -0.55,
science -0.55, process -0.54, info -0.53, try -0.53, states -0.53, guide -0.53, meet -0.52, home -0.51,
z -0.51, google -0.51, travel -0.50, print -0.48, money -0.48, house -0.48, uns -0.48, plans -0.47,
say -0.47, startseite -0.47, made -0.46, english -0.45, service -0.45, international -0.45, archiv -0.45,
lifestyle -0.45, inc -0.45, sales -0.45, within -0.45, office -0.45, our -0.43, internet -0.42,
tags -0.42, best -0.42, zur -0.42, datenschutz -0.42, feedback -0.41, tips -0.40, never -0.40,
powered -0.40, plus -0.40, history -0.39, usa -0.39, presse -0.38, personal -0.38, videos -0.38,
special -0.37, notice -0.37, series -0.37, ve -0.37, find -0.36, last -0.36, customer -0.36, could -0.36,
solutions -0.35, health -0.35, like -0.35, sie -0.35, perfect -0.35, connect -0.34, recent -0.33,
public -0.33, sure -0.33, help -0.33, marketing -0.33, area -0.33, watch -0.33, articles -0.32, map -0.32,
h -0.32, get -0.32, https -0.32, box -0.32, country -0.31, products -0.30, search -0.30, job -0.29,
e -0.29, design -0.29, bei -0.29, week -0.29, market -0.29, deutschland -0.29, since -0.28, city -0.28,
go -0.27, delivery -0.26, th -0.26, close -0.26, als -0.26, part -0.26, general -0.25, popular -0.25,
take -0.25, access -0.25, looking -0.25, youtube -0.24, resources -0.23, network -0.21, nach -0.21,
read -0.20, de -0.20, more -0.20, how -0.20, important -0.20, times -0.19, future -0.19, media -0.19,
right -0.19, open -0.19, product -0.18, even -0.18, family -0.18, found -0.18, conditions -0.16,
local -0.16, he -0.16, ll -0.16, learn -0.16, um -0.16, apps -0.16, reviews -0.16, next -0.16, now -0.15,
price -0.15, featured -0.14, via -0.14, pm -0.14, s -0.14, linkedin -0.13, offers -0.13, com -0.13,
not 0.12, great 0.12, results 0.13, sich 0.13, auch 0.13, based 0.14, companies 0.14, off 0.14, over 0.14,
am 0.14, know 0.15, things 0.15, ai 0.15, vs 0.16, api 0.16, experience 0.17, in 0.17, my 0.17, alle 0.18,
jetzt 0.18, this 0.18, as 0.18, but 0.18, select 0.19, me 0.19, red 0.19, into 0.19, september 0.19,
getting 0.19, einen 0.20, request 0.20, management 0.20, items 0.20, different 0.20, again 0.21,
mobile 0.21, well 0.21, light 0.21, still 0.21, does 0.21, language 0.21, across 0.21, which 0.22,
platform 0.22, details 0.22, by 0.22, learning 0.22, your 0.22, been 0.22, too 0.23, keep 0.23, c 0.23,
fast 0.23, simple 0.23, start 0.23, air 0.23, who 0.24, program 0.25, see 0.25, live 0.25, black 0.25,
pay 0.25, return 0.25, can 0.25, o 0.25, nur 0.26, zu 0.26, code 0.26, long 0.26, show 0.26, of 0.27,
control 0.27, hat 0.27, create 0.27, real 0.27, author 0.28, von 0.28, every 0.28, do 0.28, is 0.28,
status 0.29, cost 0.30, n 0.30, podcast 0.30, m 0.30, always 0.31, updated 0.31, many 0.31, to 0.31,
three 0.32, we 0.32, offer 0.32, building 0.32, menu 0.32, content 0.33, have 0.33, dem 0.33, l 0.33,
industry 0.33, two 0.34, update 0.34, very 0.34, makes 0.34, b 0.34, quality 0.34, wie 0.35, support 0.35,
making 0.35, low 0.35, per 0.36, make 0.36, $ 0.36, year 0.36, years 0.38, from 0.38, form 0.38,
including 0.38, run 0.38, case 0.38, month 0.38, technical 0.38, add 0.39, daily 0.39, without 0.39,
post 0.40, click 0.40, x 0.40, large 0.40, hours 0.41, build 0.41, need 0.41, on 0.41, would 0.41,
ready 0.42, one 0.42, was 0.42, image 0.42, brand 0.42, date 0.42, für 0.43, had 0.43, a 0.43, it 0.44,
use 0.44, don 0.44, any 0.44, auf 0.44, has 0.45, track 0.45, using 0.45, key 0.46, main 0.46, # 0.46,
die 0.46, for 0.46, some 0.47, software 0.47, around 0.47, test 0.47, der 0.48, started 0.48, es 0.48,
much 0.48, today 0.48, few 0.50, used 0.50, end 0.50, changes 0.50, advanced 0.51, were 0.51, state 0.51,
ein 0.52, und 0.52, single 0.53, required 0.53, data 0.53, here 0.53, them 0.54, these 0.54, smart 0.54,
if 0.55, those 0.55, than 0.56, set 0.58, or 0.59, online 0.59, additional 0.60, photo 0.60, sind 0.61,
i 0.61, source 0.61, r 0.61, should 0.63, place 0.63, water 0.64, settings 0.65, ad 0.65, social 0.66,
oder 0.66, multiple 0.66, with 0.67, point 0.68, own 0.68, thanks 0.68, and 0.68, less 0.68, really 0.68,
project 0.70, through 0.71, des 0.71, list 0.71, while 0.71, vor 0.72, inside 0.72, systems 0.73,
system 0.74, type 0.75, between 0.75, same 0.75, another 0.75, other 0.76, plan 0.76, den 0.76, rate 0.77,
available 0.77, users 0.78, number 0.78, f 0.78, images 0.79, the 0.80, pricing 0.80, under 0.84,
easy 0.85, that 0.85, version 0.85, march 0.85, think 0.86, name 0.86, non 0.86, development 0.87,
value 0.88, so 0.89, let 0.89, full 0.89, before 0.90, user 0.90, common 0.91, then 0.91, features 0.92,
mode 0.93, first 0.96, each 0.96, instead 0.97, built 0.98, model 0.99, green 1.03, also 1.05, ist 1.06,
must 1.06, professional 1.08, both 1.08, text 1.08, example 1.09, ich 1.12, said 1.13, link 1.14,
performance 1.18, g 1.23, second 1.35, p 1.46, following 1.75,`,
  trees: `
(sharedWithBest<1 (groupLinkDensity<0.09444 (nextNameHint<-2.911 -0.152 (chars<6.129 (sharedWithBest<0.6819 0.0188 -0.168) 0.098)) (nextNameHint<-1.677 -0.207 -0.121)) (nameHintOwner<0.1869 (nextNameHint<-1.489 -0.132 0.0278) (nextNameHint<-2.911 0.014 0.155)))
(nameHint<-0.3576 (inBestGroup<1 (outerLinkDensity<0.02087 -0.0789 -0.18) (nameHint<-3.431 -0.164 (nameHintOwner<0.1778 -0.0661 0.0676))) (runOfLongest<0.4217 (nearLinkDensity<0.1324 (nameHint<0.9844 0.022 0.116) (groupWordHint<0.1836 -0.102 0.0397)) 0.152))
(sharedWithBest<1 (nearLinkDensity<0.106 (nextNameHint<-1.677 -0.102 (nameHintOwner<-0.3851 -0.124 0.0637)) (nextNameHint<-1.677 -0.169 (pageBestShare<0.1697 -0.0221 -0.129))) (sentenceEnds<1 (nameHintOwner<0.1869 -0.061 0.0713) (nextNameHint<-2.911 0.0404 0.142)))
(nameHint<-0.1088 (nameHint<-1.693 (nameHintLow<-2.347 -0.167 -0.106) (inBestGroup<1 -0.0818 0.0337)) (sentenceEnds<1 (cardLinkDensity<0.01655 0.0823 (nearWordHint<1.377 -0.0999 0.0212)) (runOfLongest<0.4217 (nameHint<0.437 -0.0383 0.0963) 0.14)))
(nameHint<0.437 (nameHint<-2.727 -0.145 (cardsLinkDensity<0.1495 (charsOfLongest<0.1991 (groupLinkDensity<0.07627 0.0122 -0.104) 0.0645) (alikeMost<4.392 -0.114 -0.000314))) (cardLinkDensity<0.0989 (charsOfLongest<0.04721 0.0188 0.13) (charsOfLongest<0.125 -0.0513 0.0661)))
(runOfLongest<0.1955 (nameHintLow<-1.705 -0.137 (cardsLinkDensity<0.07098 (charsOfLongest<0.04721 -0.0282 0.0842) (nearWordHint<2.283 (pageProse<0.1711 -0.0158 -0.11) 0.012))) (nameHintLow<-3.333 -0.155 (alike<1.585 0.0644 (linkDensity<0.7692 0.126 -0.1))))
(nameHint<-0.8741 (nameHintLow<-2.347 -0.14 (nearLinkDensity<0.08333 -0.0142 (alikeMost<3.7 -0.122 -0.0427))) (sentenceEnds<1 (cardsLinkDensity<0.04418 0.0562 (groupWordHint<0.2089 -0.0823 0.00653)) (alike<1.585 (nearLinkDensity<0.1637 0.079 -0.014) 0.12)))
(inBestGroup<1 (runOfLongest<0.06891 (previousNameHint<-1.643 -0.123 (pageLongestRun<0.325 (chars<4.585 -0.0777 0.0386) -0.156)) (previousNameHint<-0.8429 -0.032 0.071)) (cardLinkDensity<0.2146 (nameHintOwner<0.02192 0.0096 0.106) (groupWordHint<0.07245 -0.0892 0.0246)))
(nameHint<0.437 (nameHint<-2.356 (thirdLinkDensity<0.02217 -0.0208 -0.122) (charsOfLongest<0.3036 (groupLinkDensity<0.0391 -0.0025 -0.0883) 0.0475)) (charsOfLongest<0.1652 (groupWordHint<0.1332 (nextChars<7.109 -0.0595 0.0793) 0.0622) (groupPageShare<0.1363 0.0699 0.116)))
(inBestGroup<1 (nextNameHint<-1.241 (regionLinkDensity<0.2135 (pageMeanChars<3.972 0.159 -0.0683) -0.117) (position<0.8546 (endsSentence<1 -0.033 0.0801) -0.122)) (alike<1.585 (nameHintOwner<-0.4936 -0.0717 0.0308) (linkDensity<0.7692 0.106 -0.0559)))
(inBestGroup<1 (nextNameHint<-3.317 -0.111 (pageLongestRun<0.325 (outerLinkDensity<0.09325 0.046 (chars<4.585 -0.0903 -0.0114)) -0.108)) (nameHintOwner<0.1869 (groupWordHint<0 -0.0842 0.0166) (nextNameHint<-2.911 (fromHeading<6.492 0.0392 -0.158) 0.0929)))
(runOfLongest<0.4217 (groupLinkDensity<0.05553 (nearWordHint<-0.3075 -0.0571 (bestMeanProse<7.559 0.0784 0.00601)) (nearWordHint<2.019 (charsOfLongest<0.1991 -0.108 -0.0511) (inBestGroup<1 -0.0551 0.0476))) (alike<1.585 (nearChars<5.129 -0.208 0.0436) 0.105))
(nearLinkDensity<0.1637 (cardProse<0.9714 (nextNameHint<-3.317 -0.0698 (charsOfLongest<0.03606 -0.0261 0.0488)) (pageLongestRun<0.1206 0.0294 0.107)) (nextNameHint<-2.626 -0.109 (alikeMost<3.17 (pageLongestRun<0.1842 -0.0452 -0.126) (charsOfLongest<0.2389 -0.0205 0.0896))))
(nameHint<0.437 (nameHint<-3.431 -0.105 (cardLinkDensity<0.1467 (alike<1.585 -0.0185 0.0531) (alikeMost<3.585 -0.0889 (pageLinkDensity<0.6304 -0.0539 0.0624)))) (endsSentence<1 (sharedWithBest<1 -0.0217 0.0541) (fromFirstProse<4.585 0.108 0.0619)))
(nameHintLow<-1.081 (nameHintLow<-2.347 -0.108 (alikeChars<9.748 (inBestGroup<1 (pageMeanChars<4.095 0.109 -0.0534) 0.0505) -0.086)) (runOfLongest<0.4217 (cardsLinkDensity<0.08202 0.0439 (nextNameHint<0.4505 -0.0517 0.02)) (linkDensity<0.3636 0.0948 -0.0686)))
(nameHint<0.437 (nameHintLow<-2.347 -0.107 (pageSaysArticle<1 (cardsPageShare<0.9778 (chars<5.044 -0.0256 (pageSaysForum<1 0.0843 -0.101)) -0.0637) (runOfLongest<0.1955 -0.0829 0.0331))) (charsOfLongest<0.1126 -0.00406 (previousLinkDensity<0.7619 0.0886 0.00861)))
(nameHint<0.721 (nameHint<-4.123 -0.101 (nearWordHint<-0.05868 -0.0627 (inBestGroup<1 (pageLongestRun<0.2751 0.00378 -0.114) 0.0239))) (wordHint<-0.006152 -0.0542 (chars<4.392 -0.0175 (position<0.7543 0.0844 (sharedWithBest<1 -0.0677 0.0568)))))
(nameHint<-1.499 (nameHintLow<-2.347 -0.104 (pageLongestRun<0.0623 0.0115 -0.0596)) (cardProse<1 (nameHint<0.9844 (pageLongestRun<0.2751 0.00495 (cardsLinkDensity<0.04418 (cardBlocks<3 0.043 -0.13) -0.104)) (thirdChars<4.274 -0.0777 0.0469)) 0.093))
(nameHint<0.437 (nameHintLow<-2.347 -0.0981 (pageSaysArticle<1 (headingLevel<1 -0.0904 0.0133) (cardLinkDensity<0.1467 (pageCommas<0.8554 0.0376 -0.0709) -0.0876))) (endsSentence<1 (cardBlocks<3 0.0293 -0.0397) (groupPageShare<0.06172 0.0301 0.0909)))
(cardsLinkDensity<0.1495 (alike<1.585 (previousNameHint<-3.755 -0.0712 0.0114) (cardLinkDensity<0.261 (thirdChars<4.274 -0.0499 0.0774) (fourthLinkDensity<0.1543 0.0443 -0.244))) (previousNameHint<-2.692 -0.0935 (pageLongestRun<0.1337 (thirdChars<6.169 -0.0163 0.101) -0.0667)))
(nameHint<-1.693 (regionLinkDensity<0.07272 (regionChars<6.67 0.033 -0.0916) -0.084) (chars<6.443 (nearWordHint<1.022 -0.0363 (nameHintOwner<0.02192 -0.0311 0.0493)) (position<0.5791 0.0795 (widerLinkDensity<0.09872 (pageBlocks<8.175 0.0727 -0.0459) -0.0434))))
(cardsLinkDensity<0.1495 (cardProse<1 (previousNameHint<-4.173 -0.0694 (linkDensity<0.3636 (pageChars<14.7 0.0359 (fourthProse<0.2613 -0.476 -0.0276)) -0.0554)) 0.0815) (nameHintLow<-2.018 -0.0945 (pageLinkDensity<0.2832 -0.0761 (wordHint<-0.0866 -0.0706 0.0148))))
(nearLinkDensity<0.2005 (charsOfLongest<0.3894 (nearWordHint<-1.004 -0.0711 (alikeChars<11.64 (fourthLinkDensity<0.1423 0.0401 -0.0148) -0.0548)) (fromFirstProse<6.555 0.0739 -0.0196)) (pageProse<0.09063 (groupChars<4.977 -0.0446 0.0973) (nearWordHint<0.4842 -0.0886 -0.0347)))
(charsOfLongest<0.3036 (nextNameHint<-3.317 -0.0847 (nearWordHint<0.4842 -0.0434 0.0136)) (alike<1.585 (nameHintHigh<0.2425 -0.106 (headingTitleOverlap<0.1111 (nearChars<6.524 0.0368 (cardsPageShare<0.6954 (regionPageShare<0.7852 -0.0976 -0.4) -0.000997)) 0.0555)) 0.0799))
(nameHintLow<-2.504 -0.0907 (charsOfLongest<0.3036 (cardLinkDensity<0.03099 0.025 (nearWordHint<2.283 -0.0509 0.00269)) (alike<1.585 (nameHintHigh<0.2425 -0.106 (pageCommas<1.355 0.0172 0.123)) (pageBestShare<0.5124 (pageMeanChars<6.372 0.0415 -0.157) 0.097))))
(inBestGroup<1 (groupLinkDensity<0.05553 (pageLongestRun<0.325 0.0207 (nameHintOwner<1.898 -0.0981 0.0941)) (regionPageShare<0.4357 -0.0891 -0.024)) (capitalShare<0.06796 (pageLongestRun<0.2031 (blocksBefore<8.229 0.0342 -0.118) 0.081) (bestMeanProse<8.939 0.0016 -0.193)))
(runOfLongest<0.4217 (previousNameHint<-4.173 -0.0783 (position<0.8312 (fromHeading<1 -0.0692 (pageProse<0.1032 0.0633 0.0037)) -0.0578)) (cardLinkDensity<0.0989 (fromHeading<6.492 0.0746 (thirdLinkDensity<0.02217 -0.167 0.0308)) (cardsLinkDensity<0.02731 -0.24 -0.00629)))
(nameHint<0.721 (nameHint<-4.539 -0.0813 (position<0.7811 (links<2 (pageProse<0.3062 0.0418 (capitalShare<0.06796 0.0142 -0.0368)) -0.0903) -0.0586)) (position<0.7543 (cardProse<0.9714 0.0343 0.0904) (pageLinkDensity<0.1023 0.0376 -0.0566)))
(chars<5.044 (widerLinkDensity<0.0367 0.0199 -0.0547) (alike<1.585 (nearWordHint<-2.39 -0.0771 (wordLength<3 -0.201 0.00735)) (sharedWithTop<0.0006804 (outerLinkDensity<0.01318 -0.336 -0.0246) (cardsPageShare<0.4942 (wordHint<-0.9105 -0.18 0.0218) 0.0834))))
(nameHint<-4.123 (pageSaysListing<1 -0.0853 0.101) (position<0.8059 (endsSentence<1 (alikeChars<10.93 (isHeading<1 -0.00193 0.0611) -0.06) (fromFirstProse<5.044 0.0653 (pageBestShare<0.8619 (widerChars<7.35 0.00596 -0.129) 0.0913))) -0.047))
(nameHintLow<-2.575 -0.0856 (position<0.7543 (fromHeading<1 (position<0.3478 -0.067 0.0762) (alike<1.585 (wordLength<3 -0.0955 0.0162) (outerPageShare<0.1772 0.000339 (sharedWithTop<0.0007911 -0.0548 0.0753)))) (pageBestShare<0.9195 -0.0516 0.0356)))
(nameHint<0.9844 (nameHint<-6.322 -0.0896 (pageSaysArticle<1 (pageSaysForum<1 (chars<5.044 -0.0127 0.0418) -0.0623) (runOfLongest<1 (pageEqualRuns<1.585 -0.0913 (headingTitleOverlap<1 -0.0429 0.0852)) 0.0776))) (alikeChars<10.93 0.0436 -0.0298))
(nameHint<-4.123 -0.0703 (runOfLongest<0.4217 (alikeMost<2.585 (pageLongestRun<0.1206 -0.00386 -0.0664) (chars<4.17 -0.027 (pageSaysArticle<1 0.0541 -0.0112))) (fourthProse<0.2613 (fourthLinkDensity<0.314 -0.264 -0.0137) (cardLinkDensity<0.6769 0.0517 -0.155))))
(widerLinkDensity<0.1558 (fromFirstProse<6.919 (nameHintOwner<0.1277 (pageLongestRun<0.2751 0.0257 (bestMeanProse<7.405 -0.158 (pageBestShare<0.8903 -0.0962 0.0758))) (blocksBefore<8.476 0.0496 -0.157)) -0.0275) (pageLongestRun<0.1337 (words<2.807 -0.0468 0.034) -0.0642))
(nearLinkDensity<0.1324 (groupPageShare<0.3842 (thirdChars<7.248 (fromFirstProse<6.687 (nearWordHint<-1.004 -0.042 0.0426) (pageLinkDensity<0.06692 0.083 -0.0558)) -0.0644) (words<4.858 (cardBlocks<2.807 0.0543 -0.075) 0.0894)) (inMain<1 -0.0497 0.00727))
(nameHintLow<-2.575 -0.079 (charsOfLongest<0.03606 -0.0333 (alikeChars<10.93 (sharedWithBest<0.05928 0.146 (cardLinkDensity<0.03099 (pageBlocks<8.508 0.053 (cardsLinkDensity<0.003137 -0.187 0.0438)) (pageLongestRun<0.1337 0.0292 (cardsLinkDensity<0.01285 -0.299 -0.0228)))) -0.0261)))
(groupWordHint<-0.2019 -0.0623 (sharedWithBest<1 (sharedWithBest<0.3883 (cardsLinkDensity<0.1495 0.0412 (pageProse<0.09063 (nextNameHint<-3.742 -0.107 0.0896) -0.0456)) (regionPageShare<0.4357 -0.0811 -0.0106)) (thirdChars<4.979 -0.0303 (pageChars<14.7 0.0346 -0.0671))))
(position<0.8312 (inNav<1 (wordHint<-0.006152 -0.0324 (pageSaysProduct<1 (previousLinkDensity<0.7619 (nameHint<0.437 0.0102 0.0555) (pageLongestRun<0.05856 0.0658 -0.0415)) (fromFirstProse<6.919 -0.0039 -0.136))) -0.0899) (groupWordHint<0.09379 -0.0928 -0.0124))
(nameHintLow<-2.347 -0.0646 (links<2 (charsOfLongest<0.1652 -0.00313 (fromFirstProse<2.585 0.0688 (thirdPageShare<0.8412 (pageProse<0.7192 0.00717 (regionProse<0.9106 (nameHintLow<-1.298 0.169 -0.104) -0.329)) 0.0505))) (charsAfter<12.02 -0.123 0.0241)))
(nameHintLow<-3.251 -0.0843 (charsOfLongest<0.03606 -0.0292 (position<0.4614 (sinceHeading<0 -0.0417 (titleOverlap<0.6667 0.0472 (blocksBefore<2 -0.157 0.0574))) (pageBestShare<0.8395 (alikeMost<2.807 (links<2 -0.042 -0.203) 0.0068) 0.0415))))
(position<0.8546 (nextChars<5.209 (sinceHeading<0 -0.0781 (outerChars<7.783 -0.00102 -0.109)) (groupPageShare<0.3842 (nearChars<7.93 0.0184 (widerLinkDensity<0.01407 -0.261 0.0246)) (alike<1.585 0.00999 0.0867))) (groupWordHint<0.07245 -0.0972 -0.0122))
(nameHint<-6.322 -0.0748 (position<0.7543 (nearWordHint<6.002 (isHeading<1 0.00218 (pageSaysListing<1 0.045 (nameHint<-2.727 0.523 -0.0131))) 0.0617) (alikeMost<4.954 (widerLinkDensity<0.1791 (bestMeanProse<7.977 0.0295 -0.0493) -0.0711) 0.0709)))
(groupWordHint<-0.3898 -0.0772 (widerSentences<0.2381 (outerPageShare<0.9635 (widerLinkDensity<0.2739 0.0333 -0.0375) -0.119) (capitalShare<0.07273 (fromFirstProse<6.807 0.0389 -0.0183) (isHeading<1 (widerLinkDensity<0.6032 -0.0304 (pageChars<14.7 0.0544 0.608)) 0.0452))))
(nameHintLow<-3.065 -0.0743 (pageCommas<1.775 (groupWordHint<-0.003688 (headingLevel<1 -0.115 (pageLongestRun<0.1121 0.0222 (nextChars<7.109 -0.0602 0.0677))) (alikeChars<11.64 (fourthLinkDensity<0.1423 0.0295 -0.00319) (fourthLinkDensity<0.04365 -0.134 -0.00262))) 0.0915))
(nameHint<0.9844 (pageLongestRun<0.2974 (pageProse<0.7192 (pageLinkDensity<0.08813 0.074 (nameHintHigh<0.1719 -0.0769 (titleOverlap<0.04762 -0.00817 0.0472))) (pageBestShare<0.4402 (fromHeading<-6.285 0.31 -0.185) -0.0182)) (sharedWithTop<0.001821 0.0656 -0.0655)) 0.0198)
(nameHint<2.01 (links<2 (nameHint<-6.322 -0.065 (pageProse<0.5153 0.0116 -0.0188)) -0.0816) (cardLinkDensity<0.03099 (headingLevel<4 0.0755 (endsSentence<1 -0.222 0.0878)) (thirdChars<7.561 0.0115 (depth<8 -0.484 0.0647))))
(groupWordHint<-0.5565 -0.0785 (nameHintHigh<0.1719 -0.06 (alikeChars<10.93 (groupChars<4.192 -0.022 (alike<1.585 (wordLength<3.143 -0.0987 0.00697) (links<1 (sharedWithTop<0.0005923 -0.0724 0.0658) (bestMeanProse<8.939 0.0142 -0.177)))) -0.0274)))
(nextChars<7.109 (links<2 (nameHint<-6.322 -0.0763 (sharedWithBest<0.05928 (thirdPageShare<0.7537 0.143 -0.0954) (pageBestShare<0.7885 (widerChars<6.657 -0.00238 -0.0566) 0.016))) -0.08) (fromHeading<6.129 0.0508 (nameHintLow<-0.9124 -0.0869 0.0414)))
(fourthLinkDensity<0.1423 (titleOverlap<0.6667 (cardsLinkDensity<0.2024 0.0238 -0.0628) -0.0807) (fromHeading<-4.524 -0.112 (position<0.7273 (links<2 (chars<4.392 -0.0297 (pageProse<0.05874 0.113 0.0148)) (bestMeanProse<7.653 -0.161 0.038)) -0.0556)))
(nearWordHint<-1.004 -0.0355 (pageCommas<1.167 (pageCommas<0.9651 (position<0.06001 -0.0536 (mediaBefore<1 (pageSaysProduct<1 0.028 -0.0359) (widerSentences<1.429 -0.0215 -0.194))) (cardProse<0.9714 (sentenceEnds<4 -0.0355 -0.161) 0.0655)) 0.0449))
(position<0.8546 (pageBestShare<0.6612 (alikeMost<5.209 (blocksBefore<3.585 -0.0809 0.0027) (fourthLinkDensity<0.9515 -0.132 0.148)) (regionChars<5.528 (pageComments<0.002783 0.00435 -0.135) (pageChars<14.7 0.0521 -0.0829))) (groupWordHint<0.09379 -0.0788 -0.00722))
(position<0.7543 (fromHeading<1 (regionLinkDensity<0.4436 (regionPageShare<0.6673 (outerLinkDensity<0.4317 -0.0547 0.132) 0.0692) -0.0914) (fromFirstProse<4.585 (nameHintOwner<0.1277 (pageLongestRun<0.2974 0.0193 -0.079) 0.0466) (sharedWithTop<0.02731 0.000191 -0.128))) -0.0308)
(nameHintHigh<0.2141 -0.0488 (pageSaysProduct<1 (pageSaysArticle<1 0.02 (nearLinkDensity<0.08333 (sharedWithTop<0.0005923 -0.121 0.0286) (pageChars<14.06 -0.0571 0.0591))) (sharedWithBest<0.489 (fromFirstProse<7.17 0.0413 -0.125) (outerBlocks<4.248 -0.0307 -0.167))))
(chars<4.17 -0.0278 (mediaBefore<1 (position<0.4614 (fromHeading<1 (thirdChars<6.877 -0.0527 0.0735) 0.0452) (alikeChars<10.93 0.0086 -0.0483)) (alikeMost<4.248 -0.0573 (pageCommas<0.2544 -0.121 (fourthLinkDensity<0.5401 0.0128 0.226)))))
(outerChars<4.273 -0.0315 (alike<1.585 (pageCommas<1.355 -0.0134 0.0609) (bestMeanProse<8.939 (pageBestShare<0.4813 (pageBestShare<0.213 (pageCommas<0.1385 -0.441 0.0584) (inArticle<1 -0.0605 0.0405)) 0.0543) (nameHint<2.587 -0.00459 -0.212))))
(groupWordHint<-0.5565 -0.0721 (pageCommas<1.775 (bestMeanProse<9.254 (fromHeading<1 -0.0338 (fromFirstProse<2.585 0.0468 (regionLinkDensity<0.07272 (pageBlocks<8.384 0.039 -0.0541) (alikeMost<3.17 (pageMeanChars<5.136 0.00857 -0.0808) 0.0102)))) -0.0712) 0.0866))
(pageSaysProduct<1 (wordHint<-0.006152 (groupLinkDensity<0.006897 0.0303 -0.0475) (regionPageShare<0.5933 -0.000312 0.0258)) (sharedWithBest<0.5386 (pageCommas<1.118 (nameHintHigh<1.033 0.0314 -0.0606) (groupLinkDensity<0.9862 0.0968 0.42)) (outerPageShare<0.4877 -0.144 0.0139)))
(alikeMost<2.585 (linkDensity<0.7692 -0.0074 -0.0685) (pageBlocks<5.755 0.0863 (inMain<1 (regionPageShare<0.8239 (pageCommas<0.5354 (alikeMost<4.392 (pageChars<12.55 0.0525 -0.0886) 0.181) (groupBlocks<5.17 -0.0538 0.0517)) 0.085) 0.0227)))
(nextChars<5.209 (inMain<1 (regionPageShare<0.8164 (pageCommas<0.5172 0.0137 (pageArticles<1 (thirdLinkDensity<0.03836 0.0462 -0.0562) (fourthProse<0.9071 -0.115 0.0558))) (widerSentences<0.6667 -0.016 0.14)) (pageCommas<1.118 -0.00874 0.0781)) 0.0165)
(position<0.9154 (mediaBefore<1 (pageSaysProduct<1 (capitalShare<0.06796 0.0306 (fourthProse<0.7131 0.00935 (regionPageShare<0.01059 0.059 (headingLevel<2 (sinceHeading<2.585 -0.0464 -0.211) -0.0166)))) -0.0272) (capitalShare<0.01149 -0.141 -0.0162)) -0.0501)
(nameHintLow<-3.065 -0.0653 (charsAfter<13.95 (cardsPageShare<0.02738 -0.0626 (alike<1.585 (pageMeanChars<5.19 (nameHint<-3.035 0.0943 0.00544) -0.0245) (pageBestShare<0.4813 -0.00447 (bestMeanProse<9.254 0.0503 -0.125)))) (cardsPageShare<0.6294 0.115 -0.00175)))
(pageSaysArticle<1 (chars<4.17 (regionLinkDensity<0.005597 0.0375 -0.0354) 0.0193) (nearLinkDensity<0.04932 (thirdChars<6.631 0.0403 (cardsLinkDensity<0.01285 -0.0954 0.0205)) (sharedWithTop<0.002309 (pageChars<13.4 -0.0847 0.067) (headingLevel<3 -0.0255 -0.0868))))
(pageProse<0.205 0.0252 (thirdChars<4.274 -0.0726 (pageMeanChars<5.231 0.0223 (pageArticles<2.585 (cardsLinkDensity<0.1357 0.0074 -0.0314) (position<0.4035 0.011 (pageCommas<0.7639 (pageBestShare<0.5124 -0.105 0.0672) (nextNameHint<2.582 -0.178 0.0697)))))))
(groupWordHint<-0.4587 -0.0543 (pageCommas<1.775 (capitalShare<0.0517 (fourthProse<0.6206 (outerPageShare<0.7982 0.0126 (bestMeanProse<8.072 -0.0285 -0.264)) (fourthProse<0.7333 0.0792 0.0102)) (pageCommas<0.6283 0.013 (pageProse<0.1711 0.0631 -0.0326))) 0.0751))
(isHeading<1 (capitalShare<0.06796 (groupPageShare<0.3842 -0.00403 (outerChars<5.395 -0.0662 0.0559)) (pageProse<0.3393 (nameHintLow<-2.504 -0.0866 (nameHintLow<-1.444 0.0916 0.00675)) -0.038)) (fromLastProse<1 0.0521 (mediaBefore<2 -0.0687 0.179)))
(headingTitleOverlap<0.25 (pageSaysArticle<1 0.00583 (regionPageShare<0.8239 (nextNameHint<2.297 (fourthPageShare<0.4942 (run<8.577 -0.0861 -0.33) -0.0419) 0.0368) 0.0618)) (nameHintOwner<0.1869 (pageBestShare<0.2801 0.037 -0.0367) (groupPageShare<0.02757 -0.00289 0.0567)))
(inFooter<1 (wordLength<2.5 (outerChars<3.492 0.0315 -0.101) (links<2 (bestMeanProse<6.57 0.0602 (fromLastProse<1 0.00807 (run<7.714 -0.0208 -0.169))) (groupBlocks<3.7 0.000533 (groupChars<7.078 -0.166 0.0262)))) -0.0847)
(mediaBefore<1 (groupWordHint<-0.5565 (pageCommas<1.775 -0.0509 -0.451) 0.00627) (capitalShare<0.01724 -0.131 (nameHintOwner<1.834 (pageSaysArticle<1 0.0216 (alikeMost<4.248 -0.0754 (pageCommas<0.6283 0.32 -0.0264))) (capitalShare<0.06796 -0.033 -0.217))))
(wordHint<-0.006152 (cardsPageShare<0.9605 -0.00507 -0.0737) (thirdPageShare<0.5615 -0.00638 (endsSentence<1 (alikeChars<7.707 0.0237 (pageCommas<0.2544 -0.141 -0.0132)) (depth<9 (nearLinkDensity<0.2847 (nameHintLow<-1.444 -0.0658 0.0377) -0.122) 0.0671))))
(pageBestShare<0.7885 (titleOverlap<0.2857 -0.0104 0.0508) (titleOverlap<0.6667 (cardBlocks<3.459 (inBestGroup<1 -0.0655 (pageComments<0.01266 (pageBlocks<5.755 0.0904 (pageCommas<0.2544 -0.0891 0.0426)) (nameHint<1.646 0.0258 -0.218))) -0.0155) -0.085))
(nextChars<5.209 -0.0132 (bestMeanProse<8.229 (bestMeanProse<8.098 (fourthProse<0.7724 0.0203 (fourthLinkDensity<0.007769 -0.146 -0.00534)) (groupChars<7.298 0.0048 (nextNameHint<-2.003 0.0921 (fourthProse<0.8438 (nextNameHint<2.297 -0.179 -0.464) -0.0483)))) 0.0465))
(wordHint<-0.9105 -0.0577 (nameHintLow<-3.877 -0.0785 (mediaBefore<1 (pageSaysProduct<1 0.0114 (groupChars<7.583 (blocksBefore<7.679 0.0184 -0.067) -0.139)) (widerChars<6.657 -0.00416 (outerPageShare<0.5677 (outerPageShare<0.2994 -0.0886 -0.326) -0.0365)))))
(nextChars<7.109 (cardsPageShare<0.9778 (pageLongestRun<0.1121 (pageLongestRun<0.09814 0.0106 0.119) (pageChars<11.03 0.0644 -0.0205)) (bestMeanProse<7.977 (cardBlocks<2.322 (outerChars<5.139 (previousNameHint<2.002 0.00983 -0.53) 0.0898) -0.0772) 0.015)) 0.0246)
(inFooter<1 (isHeading<1 (groupWordHint<-0.05563 (inMain<1 -0.0514 0.00618) 0.00101) (sharedWithTop<0.002609 0.0767 (pageMeanChars<5.718 (regionLinkDensity<0.5106 (alikeMost<4.392 (groupLinkDensity<0.8539 0.0649 -0.108) 0.208) -0.0348) -0.0352))) -0.0885)
(inNav<1 (fromFirstProse<2.585 (bestMeanProse<8.362 (regionPageShare<0.5933 -0.0261 (alike<3.907 0.0462 (cardLinkDensity<0.1241 0.0723 -0.375))) 0.0751) (nameHintOwner<1.838 0.00239 (capitalShare<0.0625 -0.0107 -0.0899))) (thirdChars<7.248 -0.0788 0.264))
(chars<6.82 (nameHintOwner<1.838 (outerPageShare<1 (titleOverlap<0.1 -0.00865 0.0339) (cardBlocks<2.585 -0.000599 -0.0997)) -0.0546) (fromFirstProse<4.585 (fromHeading<1 -0.0889 0.0636) (widerLinkDensity<0.006897 (cardBlocks<2.322 -0.155 -0.012) 0.00228)))
(nextChars<7.109 (wordHint<1.018 (pageProse<0.7192 (regionLinkDensity<0.2135 0.0099 -0.0246) -0.0344) (bestMeanProse<6.57 0.12 (bestMeanProse<8.54 0.00451 (regionChars<6.866 0.052 0.335)))) (thirdChars<5.679 (fromLastProse<-3.7 0.00893 -0.15) 0.0387))
(links<2 (fourthProse<0.7333 0.00851 (fourthPageShare<0.5613 (sharedWithTop<0.001718 0.0246 (fourthProse<0.8438 (alikeMost<3.459 0.0268 -0.152) -0.19)) (bestMeanProse<8.394 -0.0208 (nameHintLow<-0.3093 0.0687 (outerPageShare<0.8903 -0.166 0.0421))))) -0.0524)
(pageCommas<1.355 (cardsPageShare<0.9778 (fourthLinkDensity<0.1423 (pageComments<0.3283 0.0213 (pageEqualRuns<2 0.199 -0.108)) (cardsLinkDensity<0.05925 -0.0551 (headingLevel<5 0.00344 -0.112))) (bestMeanProse<8.229 -0.0431 0.0343)) (nameHint<-4.956 -0.114 0.044))
(groupChars<8.011 (position<0.7543 (bestMeanProse<8.939 0.00603 0.0744) (alikeMost<3.17 (thirdLinkDensity<0.04603 0.00789 -0.0661) 0.00949)) (sharedWithTop<0.004422 (wordLength<6.25 (regionPageShare<0.3456 0.0776 -0.101) -0.233) (chars<7.555 -0.0921 0.0871)))
(isHeading<1 (wordHint<0.2306 (chars<6.82 -0.0279 (pageCommas<0.1632 -0.144 (fromFirstProse<2.585 0.0464 (regionLinkDensity<0.2135 (thirdChars<7.056 0.0261 -0.0355) (thirdChars<5.679 -0.144 -0.0106))))) (pageProse<0.01818 0.104 0.00542)) 0.0263)
(pageComments<0.006629 (nameHintLow<-3.333 -0.0782 (nameHintHigh<1.838 (pageArticles<2.585 (headingTitleOverlap<1 0.0255 (fromLastProse<-3.7 0.0216 (endsSentence<1 (linkDensity<0.3636 -0.142 0.0605) 0.0309))) -0.0208) -0.0253)) (position<0.1961 0.0331 -0.0525))
(position<0.03836 (widerChars<7.35 (fourthProse<0.8032 -0.0338 -0.128) 0.109) (nameHintHigh<0.1719 -0.0482 (nameHintHigh<1.838 0.00984 (outerBlocks<5.585 (outerPageShare<0.7364 (pageLongestRun<0.325 0.0164 -0.115) 0.0743) (pageLongestRun<0.224 -0.138 0.0215)))))
(inMain<1 (pageBestShare<0.7885 (pageLinkDensity<0.1671 (inComments<1 (inAside<1 (pageArticles<4.644 0.00314 -0.171) 0.48) 0.159) (pageMeanChars<5.258 -0.0164 -0.0784)) (alikeChars<8.943 (wordLength<3.143 -0.0831 0.0507) -0.0292)) 0.0111)
(pageLongestRun<0.2974 (thirdChars<4.274 (pageProse<0.3882 -0.00602 -0.0983) 0.00965) (nearLinkDensity<0.06474 (cardBlocks<2.807 0.0301 (blocksAfter<4.7 -0.1 0.021)) (fromHeading<-7.285 0.635 (sharedWithTop<0.001947 (inAside<1 0.0156 0.671) -0.0769))))
(wordLength<3.143 (cardsPageShare<0.9045 -0.00924 -0.113) (pageBestShare<1 (fromLastProse<1 (fourthLinkDensity<0.007769 (pageChars<13.4 0.00185 (regionPageShare<0.8164 -0.146 0.106)) (groupChars<8.011 0.0103 (pageMeanChars<5.513 0.0732 -0.0652))) -0.0414) 0.0336))
(pageSaysProduct<1 (regionLinkDensity<0.1637 0.0174 (pageLinkDensity<0.4945 (pageSaysArticle<1 0.00371 -0.065) (fromFirstProse<4.585 0.047 -0.0236))) (sharedWithBest<0.489 (fromFirstProse<7.17 0.0378 (fromHeading<8.87 -0.118 0.252)) (previousNameHint<1.687 -0.113 0.0369)))
(thirdChars<4.979 (cardBlocks<1.585 (widerChars<6.518 (outerBlocks<2.807 (pageLinkDensity<0.08813 -0.58 -0.115) (sharedWithTop<0.01996 -0.0589 0.0967)) -0.282) (nameHintOwner<1.898 (pageEqualRuns<2.322 0.0232 (cardBlocks<3 -0.0799 -0.000686)) -0.0966)) 0.00782)
(wordHint<-0.9105 -0.0492 (nearWordHint<6.002 (wordLength<2.5 -0.0493 (pageChars<11.03 (titleOverlap<0.6667 (groupWordHint<-0.003688 -0.0539 0.0603) -0.0725) -0.00301)) (thirdChars<4.979 (widerChars<5.467 0.00148 (previousNameHint<0.7337 0.0526 -0.46)) 0.0384)))
(sentenceEnds<2 -0.00583 (inArticle<1 (regionChars<4.841 (groupLinkDensity<0.0391 -0.222 0.0299) (cardsPageShare<0.8395 (capitalShare<0.07692 0.00614 -0.112) 0.0438)) (previousLinkDensity<1 (nameHintLow<-2.504 0.352 0.0622) (nameHintLow<-1.081 -0.154 0.0329))))
(inFooter<1 (pageBlocks<9.014 (pageBlocks<8.858 (nextChars<7.109 (groupBlocks<3.459 0.00549 -0.0223) 0.0251) (pageLinkDensity<0.5542 (nameHint<2.587 -0.126 0.0164) 0.162)) (alikeMost<3.459 0.0886 (bestMeanProse<8.272 0.0345 -0.0755))) -0.087)
(fourthProse<0.7333 (fromHeading<-4.524 -0.0723 (fourthProse<0.6206 0.00484 (capitalShare<0.0517 0.0747 0.00269))) (sharedWithTop<0.002309 (fromHeading<4.755 0.0869 (regionProse<0.686 (nameHintLow<-2.924 0.585 0.0701) -0.0259)) (nextChars<8.414 -0.0368 0.0506)))
(sharedWithBest<0.05928 0.0658 (nameHint<2.01 -0.00751 (thirdChars<7.561 (thirdChars<4.274 -0.0587 (cardLinkDensity<0.03099 0.0599 (cardBlocks<1.585 (cardsLinkDensity<0.03662 (alike<3.585 -0.33 0.0744) 0.00383) 0.0313))) (fourthProse<0.9071 -0.132 0.0666))))
(wordLength<4.25 (cardsPageShare<0.8639 -0.00247 -0.0516) (position<0.7543 (inNav<1 0.0145 -0.0735) (wordLength<7.5 (pageCommas<0.4677 0.0447 (thirdLinkDensity<0.0552 0.022 (sharedWithTop<0.003585 (cardsLinkDensity<0.01955 -0.179 0.0277) -0.0953))) -0.0904)))
(cardsPageShare<0.9605 (nearWordHint<4.375 -0.00131 0.0267) (fourthLinkDensity<0.3839 (thirdPageShare<0.7537 -0.0789 (run<6.977 -0.0433 (sharedWithTop<0.0007911 (pageProse<0.8266 -0.255 0.0735) 0.024))) (words<4.858 (titleOverlap<0.2 -0.0306 0.103) 0.104)))
(fourthLinkDensity<0.1269 (nameHint<2.01 0.00124 0.0418) (widerLinkDensity<0.0367 (linkDensity<0.08608 -0.0355 -0.26) (chars<4.392 -0.0332 (pageCommas<0.6283 0.0262 (inMain<1 (headingTitleOverlap<0.1111 -0.0962 (linkDensity<0.08608 0.0458 -0.0708)) 0.0269)))))
(alikeMost<2.322 (charsAfter<11.14 (pageBestShare<0.9669 (pageEqualRuns<2.322 -0.0804 0.00492) (sinceHeading<2 (pageProse<0.5528 -0.0756 0.0495) 0.0828)) (regionPageShare<0.5933 -0.0293 0.035)) (sharedWithBest<0.05928 (pageBlocks<8.704 0.0183 0.172) 0.00516))
(pageChars<11.52 (alikeMost<2.322 -0.00773 (pageBestShare<0.3271 0.103 0.0236)) (nameHintHigh<0.4863 (pageMeanChars<6.609 -0.0367 0.108) (fourthLinkDensity<0.007769 -0.0684 (mediaBefore<1 (nameHintHigh<0.5135 0.102 0.00697) (fourthLinkDensity<0.9356 -0.044 0.129)))))
(charsOfLongest<0.5135 -0.00412 (fromHeading<5.555 (fromHeading<1 (nameHint<0.2084 -0.135 0.0366) (widerSentences<0.2857 (pageBlocks<6.409 0.107 -0.0973) 0.0625)) (pageBlocks<9.157 (regionChars<4.841 -0.156 (groupLinkDensity<0.0283 -0.0655 0.0296)) 0.097)))
(pageSaysArticle<1 0.00613 (sinceHeading<4.7 (bestMeanProse<7.586 0.00968 (charsOfLongest<0.3894 -0.0558 (previousLinkDensity<0.3913 0.0341 (pageProse<0.7192 0.0614 -0.199)))) (pageArticles<3.7 (fourthProse<0.754 (previousNameHint<0.1949 -0.0613 0.0949) 0.171) -0.159)))
(nameHintOwner<1.838 0.00224 (nameHintLow<-2.018 0.0693 (pageChars<13.56 (regionProse<0.812 (nextChars<2.807 0.0764 (previousNameHint<1.322 (cardsPageShare<0.2101 0.0237 -0.116) (alikeChars<6.57 (regionProse<0.5109 0.0312 -0.216) 0.0546))) 0.0705) -0.0733)))
(regionLinkDensity<0.07272 (fromFirstProse<7.295 0.0165 -0.0324) (widerLinkDensity<0.0367 (inMain<1 (fourthProse<0.5735 -0.0794 0.065) (headingLevel<3 (fromLastProse<-7.349 0.0887 -0.17) -0.0104)) (regionChars<3.954 -0.0663 (sharedWithTop<0.0007911 0.0701 -0.0011))))
(groupWordHint<-0.5565 -0.0579 (alikeMost<2.585 (links<1 -0.000898 (thirdLinkDensity<0.9995 (blocksBefore<5.087 (wordHint<1.702 (alikeChars<7.707 0.0629 -0.082) 0.231) -0.0791) 0.142)) (inComments<1 0.0105 (regionPageShare<0.8239 -0.111 0.0781))))
(pageEqualRuns<4.7 (sharedWithBest<0.05928 (thirdPageShare<0.7537 0.088 -0.101) (alikeChars<5.858 (fourthLinkDensity<0.1269 0.0411 (pageLongestRun<0.2974 0.00648 (fromHeading<-7.285 0.776 -0.101))) -0.00781)) (headingLevel<4 (sharedWithBest<0.2535 -0.0414 0.114) -0.124))
(mediaBefore<1 (inFooter<1 0.00594 -0.0854) (previousNameHint<-0.01128 (regionProse<0.4253 (fromFirstProse<5.044 0.00187 -0.0932) (regionLinkDensity<0.3627 0.0159 0.164)) (widerChars<7.125 (sharedWithTop<0.01107 0.00268 (bestMeanProse<7.653 -0.0353 -0.146)) -0.134)))
(isHeading<1 (capitalShare<0.06796 (fromFirstProse<5.585 (words<5.209 (alikeMost<2.322 -0.027 0.0229) 0.052) -0.0136) (runOfLongest<0.4217 -0.00977 (cardLinkDensity<0.03099 0.00715 (thirdPageShare<0.7982 -0.167 -0.0319)))) (fromLastProse<1 0.0413 -0.0426))
(bestMeanProse<6.57 (wordHint<0.2306 (capitalShare<0.01149 -0.0879 (charsAfter<7.658 0.133 0.00264)) 0.109) (pageBlocks<7.492 (previousLinkDensity<0.7619 -0.00293 (fourthLinkDensity<0.4945 -0.0629 (regionPageShare<0.5689 -0.0404 (pageBlocks<7.295 0.135 -0.111)))) 0.00574))
(widerLinkDensity<0.1791 (wordLength<4.87 (previousNameHint<2.563 (alikeChars<6.022 0.0282 -0.0298) 0.0424) 0.0206) (pageChars<14.2 (fourthProse<0.4624 -0.0084 -0.056) (cardsLinkDensity<0.2024 -0.0782 (pageArticles<5.954 (fromHeading<-2.322 -0.0944 0.145) -0.114))))
(pageSaysProduct<1 (regionLinkDensity<0.2463 0.0114 -0.0101) (cardsLinkDensity<0.5846 (depth<12 (nameHintOwner<1.834 -0.0372 0.0839) (nameHintHigh<0.9286 (outerChars<7.381 0.0639 -0.156) (regionLinkDensity<0.005597 0.0988 -0.116))) (inMain<1 -0.0621 0.149)))
(pageChars<14.06 (pageProse<0.3062 0.0144 (thirdPageShare<0.5615 (cardBlocks<8.017 -0.0381 0.147) (words<4.858 -0.0145 0.034))) (alikeMost<3.907 0.0481 (regionLinkDensity<0.08123 -0.0564 (thirdChars<5.863 (bestMeanProse<6.885 0.107 -0.0734) 0.0783))))
(thirdChars<4.979 (cardProse<0.5808 -0.00805 -0.0766) (thirdLinkDensity<0.9995 (nameHintLow<-1.081 (bestMeanProse<6.733 0.12 -0.0168) (pageBlocks<9.014 (pageBlocks<8.858 (widerLinkDensity<0.2373 0.0217 (nextNameHint<-0.9008 -0.0777 0.00376)) -0.0959) 0.0793)) 0.144))
(fourthProse<0.7333 (fourthProse<0.6206 -0.00352 (endsSentence<1 (regionPageShare<0.6673 0.0413 -0.0502) 0.066)) (pageBestShare<0.2693 (charsAfter<14.22 (pageChars<13.43 -0.0118 -0.125) 0.194) (sharedWithBest<0.3156 0.35 (groupBlocks<2.322 -0.0381 0.007))))
(mediaBefore<1 (nearWordHint<-2.39 (sharedWithBest<0.608 (inArticle<1 -0.0173 0.16) -0.0701) 0.00678) (nameHintHigh<1.152 (regionChars<6.554 (cardProse<0.7623 (mediaBefore<2 -0.0241 (groupLinkDensity<0.9862 -0.00494 0.136)) 0.0984) -0.0592) -0.062))
(pageLongestRun<0.325 (titleOverlap<0.1 (cardsPageShare<0.01659 -0.0748 0.0027) 0.0366) (inBestGroup<1 (capitalShare<0.04545 -0.126 (position<0.4035 0.0142 -0.106)) (fourthPageShare<0.5613 (pageChars<13.14 -0.255 0.0885) (nearLinkDensity<0.02524 0.0482 -0.00877))))
(wordHint<0.7005 (headingTitleOverlap<0.1111 (words<6.129 -0.00734 (depth<18 (pageLongestRun<0.2031 -0.115 (outerChars<7.02 -0.132 0.0809)) 0.0828)) (words<3.907 -0.00899 (outerChars<7.783 0.0465 (pageProse<0.7526 -0.0891 0.0919)))) 0.0157)
(links<2 (cardsPageShare<0.01659 (pageChars<14.06 -0.0897 0.0355) (nameHintHigh<0.314 (previousNameHint<-4.173 -0.0812 0.0424) -0.0000728)) (charsAfter<12.12 (wordLength<5.012 0.00981 (previousNameHint<2.002 -0.0691 -0.231)) (pageMeanChars<5.026 -0.134 0.0589)))
(position<0.02852 (groupWordHint<0.2802 (groupWordHint<-0.03567 -0.0779 0.0392) -0.102) (isHeading<1 -0.00286 (depth<18 (regionChars<4.578 -0.037 (pageMeanChars<5.388 (linkDensity<1 0.0365 (sharedWithTop<0.01006 0.166 0.0394)) 0.0126)) -0.0538)))
(inFooter<1 (pageCommas<1.775 (previousNameHint<-0.269 (bestMeanProse<6.733 (thirdChars<3.949 -0.0418 0.104) (regionPageShare<0.6673 -0.00876 (fromFirstProse<5.248 0.0524 (pageCommas<0.3999 -0.134 0.011)))) -0.00505) (nearWordHint<-2.39 -0.167 0.0768)) -0.0841)
(outerChars<7.783 (sharedWithBest<0.6514 (pageArticles<5.358 0.0147 (fromHeading<8.87 -0.0994 0.266)) (alike<1.585 -0.0196 0.0115)) (wordLength<6.25 (nextNameHint<-0.3423 -0.0806 (inBestGroup<1 -0.0629 0.0827)) (nextNameHint<2.582 -0.0724 -0.246)))
(nameHint<2.587 -0.000809 (regionPageShare<0.6673 (fourthProse<0.4879 (pageLinkDensity<0.5893 (regionProse<0.7297 (blocksAfter<6.492 -0.22 -0.0662) 0.0639) (words<3.459 -0.0711 0.107)) (nextChars<4.755 (fromLastProse<1 0.00977 -0.204) 0.0807)) 0.0556))`,
};
