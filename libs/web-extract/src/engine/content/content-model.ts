// Made by `node bench/content-model/train.mjs`, which says how; not written by hand.
import type { ModelSource } from './block-model.js';

/**
 * What speaks for and against a block of text being content, found on annotated pages (docs/quality.md).
 *
 * - `names`: words of class names, ids, roles and tags, above 0 for content. Only words of 40 and more sites.
 * - `words`: words of short texts, likewise.
 * - `trees`: `(feature<limit below above)`; the numbers at the ends of the branches taken are added to `bias`, and the
 *   logistic function of the sum is the probability of content.
 */
export const CONTENT_MODEL: ModelSource = {
  bias: 0.181,
  names: `
<footer> -3.54, <aside> -2.82, pagination -2.76, count -2.41, categories -2.41, rss -2.28, <nav> -1.98,
footer -1.97, contact -1.96, related -1.94, textwidget -1.91, share -1.89, previous -1.84, dropdown -1.80,
popup -1.79, respond -1.76, margin -1.65, print -1.62, contentinfo -1.61, byline -1.59, copyright -1.58,
breadcrumbs -1.58, <fieldset> -1.57, notice -1.56, cookie -1.55, follow -1.49, complementary -1.46,
<header> -1.45, bd -1.43, account -1.38, extra -1.34, icons -1.32, disabled -1.30, avatar -1.28,
legal -1.28, loading -1.27, social -1.26, headline -1.23, modal -1.20, tags -1.20, controls -1.20,
empty -1.18, external -1.17, navigation -1.16, badge -1.16, privacy -1.15, separator -1.15, author -1.14,
person -1.14, login -1.14, links -1.10, actions -1.09, masthead -1.08, cta -1.08, help -1.07,
published -1.06, selected -1.06, embed -1.06, mini -1.05, meta -1.01, newsletter -1.00, taxonomy -1.00,
signup -1.00, table -0.98, cat -0.97, time -0.95, user -0.94, banner -0.94, comments -0.92, prev -0.92,
fa -0.92, end -0.91, popular -0.89, media -0.89, sidebar -0.88, teaser -0.88, underline -0.87,
subtitle -0.87, dc -0.87, tools -0.86, ab -0.85, button -0.84, commentform -0.84, fade -0.83, us -0.83,
sign -0.82, three -0.81, cols -0.81, inline -0.80, dialog -0.78, buttons -0.78, bar -0.77, <h1> -0.77,
breadcrumb -0.77, <figure> -0.75, out -0.74, rating -0.74, <a> -0.73, link -0.73, thread -0.73,
order -0.73, after -0.71, options -0.69, region -0.69, ad -0.68, form -0.67, navbar -0.66, submit -0.65,
input -0.65, <figcaption> -0.63, image -0.62, <b> -0.62, items -0.61, data -0.61, menu -0.59, nav -0.59,
title -0.58, on -0.58, video -0.57, back -0.57, focus -0.57, figure -0.55, active -0.52, new -0.52,
da -0.52, custom -0.51, promo -0.51, children -0.50, gallery -0.49, pinterest -0.47, widget -0.47,
mx -0.47, subscribe -0.46, display -0.46, right -0.44, news -0.44, bottom -0.44, whatsapp -0.44,
show -0.44, next -0.44, control -0.43, youtube -0.43, down -0.43, header -0.42, last -0.42, even -0.42,
cc -0.42, shop -0.42, action -0.41, <form> -0.40, more -0.40, component -0.40, auto -0.40, twitter -0.39,
carousel -0.39, updated -0.39, level -0.37, below -0.37, fixed -0.36, black -0.36, uppercase -0.36,
standard -0.35, linkedin -0.35, story -0.34, select -0.34, comment -0.33, hero -0.32, <picture> -0.32,
white -0.32, bf -0.31, child -0.31, thumbnail -0.30, alt -0.30, large -0.30, site -0.29, size -0.29,
card -0.29, facebook -0.28, date -0.28, pl -0.28, up -0.28, flex -0.27, location -0.27, fd -0.27,
language -0.26, detail -0.26, container -0.25, small -0.25, default -0.25, ul -0.25, simple -0.25,
wide -0.24, top -0.24, has -0.24, rounded -0.24, required -0.24, code -0.23, area -0.23, with -0.22,
be -0.22, none -0.21, font -0.21, py -0.21, tab -0.20, all -0.20, caption -0.19, first -0.19, logo -0.18,
copy -0.18, horizontal -0.18, <dd> -0.18, label -0.17, vertical -0.17, id -0.17, li -0.17, item -0.16,
js -0.16, cell -0.16, bg -0.15, trigger -0.15, head -0.14, center -0.14, line -0.14, submenu -0.14,
fluid -0.14, in -0.13, <h6> -0.13, box -0.13, info -0.13, txt -0.13, panel -0.12, desktop -0.12,
publish -0.12, quick -0.12, wp -0.12, mobile -0.12, offset -0.12, arrow -0.12, space -0.12, wrap -0.11,
is -0.11, mb -0.11, align -0.11, brand -0.11, ml -0.11, ac -0.11, <ul> -0.10, full -0.10, clearfix -0.10,
main -0.10, base -0.10, branding -0.10, by -0.10, status -0.09, tag -0.09, ce -0.08, heading 0.08,
intro 0.08, add 0.08, left 0.09, page 0.09, toggle 0.09, row 0.09, column 0.09, value 0.09, columns 0.09,
secondary 0.11, grid 0.12, format 0.12, sticky 0.12, hidden 0.13, category 0.13, dd 0.14, ee 0.14,
module 0.14, ff 0.14, sub 0.15, article 0.15, aside 0.15, pt 0.16, layout 0.16, anchor 0.16,
contents 0.16, of 0.17, post 0.17, phone 0.17, md 0.18, policy 0.18, padding 0.18, single 0.19, dark 0.19,
section 0.20, xs 0.21, to 0.21, slide 0.22, app 0.22, summary 0.22, color 0.22, theme 0.22, two 0.22,
body 0.23, placeholder 0.23, border 0.23, no 0.23, <ol> 0.23, lg 0.23, float 0.23, <li> 0.24, <span> 0.24,
ancestor 0.24, visible 0.25, red 0.25, name 0.25, clear 0.25, odd 0.25, outer 0.26, slider 0.26,
normal 0.26, fn 0.27, medium 0.27, one 0.27, max 0.27, primary 0.28, <th> 0.28, content 0.29,
divider 0.29, not 0.30, entry 0.30, drop 0.31, start 0.31, <h3> 0.32, quote 0.32, message 0.32, hide 0.33,
light 0.33, side 0.34, mega 0.34, style 0.35, relative 0.35, justify 0.35, accordion 0.35, group 0.36,
email 0.38, the 0.38, div 0.38, root 0.38, canvas 0.38, details 0.40, xl 0.40, width 0.41, <article> 0.42,
min 0.43, tablet 0.44, holder 0.46, lead 0.48, object 0.50, parent 0.50, span 0.50, overlay 0.51,
featured 0.51, <dl> 0.51, middle 0.51, current 0.52, my 0.52, <main> 0.52, field 0.52, for 0.55,
height 0.55, text 0.58, position 0.60, settings 0.60, skip 0.63, ba 0.63, expand 0.64, highlight 0.64,
open 0.65, <pre> 0.65, element 0.67, close 0.73, background 0.73, about 0.76, number 0.76, blue 0.77,
<thead> 0.79, <blockquote> 0.80, pr 0.80, <h2> 0.81, reply 0.83, description 0.85, only 0.88, and 0.91,
<h5> 0.93, read 0.94, paragraph 0.94, cb 0.98, green 0.99, <dt> 0.99, source 1.01, <tbody> 1.42, <p> 1.82,`,
  words: `
© -2.54, careers -2.51, rss -2.12, privacy -2.04, cookies -2.03, advertise -1.96, ago -1.94,
politics -1.92, deals -1.90, subscribe -1.82, facebook -1.76, sports -1.65, share -1.63, cookie -1.63,
register -1.63, books -1.61, terms -1.55, sitemap -1.55, newsletter -1.50, instagram -1.49, cart -1.49,
skip -1.43, kontakt -1.38, jobs -1.35, login -1.33, news -1.32, culture -1.32, policy -1.31,
entertainment -1.30, view -1.28, mail -1.26, sale -1.26, related -1.23, topics -1.22, stories -1.21,
rights -1.20, join -1.20, account -1.18, artikel -1.17, contact -1.15, nov -1.15, kommentar -1.15,
events -1.12, card -1.11, shopping -1.11, accessories -1.10, art -1.09, twitter -1.06, zum -1.06,
world -1.05, newsletters -1.04, email -1.00, forum -0.98, posts -0.97, november -0.95, kommentare -0.95,
sign -0.93, site -0.93, says -0.93, impressum -0.93, sport -0.92, partner -0.90, themen -0.90,
america -0.89, story -0.88, us -0.87, website -0.87, sell -0.87, mehr -0.87, shipping -0.87, report -0.86,
unsere -0.86, guides -0.85, faq -0.84, copyright -0.84, latest -0.82, links -0.82, order -0.82,
shop -0.81, center -0.80, rules -0.80, english -0.80, blog -0.80, noch -0.80, accessibility -0.77,
nicht -0.75, love -0.74, become -0.74, members -0.73, weitere -0.73, save -0.72, education -0.71,
life -0.71, store -0.71, buy -0.70, community -0.70, overview -0.70, tv -0.69, please -0.69, united -0.69,
member -0.68, leave -0.68, find -0.68, über -0.68, log -0.67, info -0.67, did -0.66, pro -0.65,
phone -0.65, want -0.64, legal -0.64, comment -0.63, review -0.62, expert -0.61, manage -0.61,
guide -0.60, tags -0.60, home -0.59, business -0.58, google -0.58, family -0.57, talk -0.57, try -0.57,
process -0.57, science -0.56, book -0.56, training -0.56, datenschutz -0.55, travel -0.54, security -0.54,
resources -0.54, photos -0.53, special -0.52, states -0.52, inc -0.51, house -0.51, usa -0.51,
print -0.50, map -0.49, sales -0.49, best -0.48, meet -0.48, august -0.48, startseite -0.48, presse -0.48,
archiv -0.47, zur -0.47, u -0.46, job -0.45, close -0.45, watch -0.45, our -0.45, z -0.45, notice -0.44,
explore -0.44, ve -0.43, h -0.43, service -0.43, international -0.42, office -0.42, feedback -0.41,
box -0.40, plus -0.39, videos -0.38, area -0.38, articles -0.38, reserved -0.37, week -0.37, money -0.37,
popular -0.36, tips -0.36, made -0.36, since -0.36, next -0.35, connect -0.35, recent -0.35,
products -0.35, marketing -0.35, public -0.34, history -0.34, last -0.34, customer -0.34, sie -0.34,
um -0.33, lifestyle -0.32, like -0.32, feed -0.32, series -0.32, looking -0.32, powered -0.32, uns -0.32,
get -0.31, health -0.31, market -0.31, read -0.31, network -0.31, via -0.31, city -0.30, go -0.29,
deutschland -0.29, th -0.28, even -0.28, design -0.28, could -0.27, everything -0.27, ll -0.26, de -0.26,
youtube -0.25, never -0.25, right -0.25, within -0.25, power -0.24, access -0.24, help -0.24, als -0.24,
tech -0.24, delivery -0.24, found -0.23, how -0.23, sure -0.23, say -0.23, search -0.23, offers -0.23,
personal -0.22, future -0.21, conditions -0.21, global -0.21, take -0.20, days -0.20, product -0.20,
s -0.19, more -0.19, e -0.19, care -0.19, updates -0.19, reviews -0.18, just -0.18, internet -0.18,
he -0.18, learn -0.18, why -0.18, general -0.18, new -0.17, media -0.17, price -0.17, plans -0.17,
april -0.17, nach -0.17, local -0.16, again -0.16, featured -0.16, open -0.16, w -0.16, space -0.15,
d -0.15, stay -0.15, music -0.14, perfect -0.14, information -0.14, important -0.14, working -0.13,
now -0.13, apps -0.13, being -0.13, bei -0.13, options -0.12, people -0.12, wird -0.12, see 0.12, v 0.12,
into 0.13, services 0.13, well 0.13, know 0.13, but 0.13, great 0.13, things 0.13, api 0.13, as 0.14,
high 0.14, keep 0.14, experience 0.14, red 0.14, issues 0.14, return 0.15, mobile 0.15, team 0.15,
ai 0.15, level 0.15, mit 0.15, wir 0.15, show 0.16, am 0.16, podcast 0.16, when 0.16, off 0.16, o 0.16,
away 0.16, can 0.17, simple 0.17, do 0.17, make 0.17, call 0.18, platform 0.18, aus 0.18, who 0.19,
daily 0.19, select 0.19, einen 0.19, by 0.20, three 0.20, different 0.20, das 0.20, m 0.21, this 0.21,
vs 0.21, making 0.21, does 0.21, getting 0.21, für 0.21, my 0.22, years 0.22, case 0.22, companies 0.22,
create 0.22, required 0.22, program 0.23, real 0.23, management 0.23, building 0.23, of 0.24, image 0.24,
language 0.24, form 0.24, which 0.24, add 0.24, jetzt 0.24, during 0.25, every 0.25, year 0.25,
light 0.25, von 0.25, still 0.26, your 0.26, we 0.26, always 0.26, code 0.26, long 0.26, update 0.26,
have 0.27, me 0.27, cost 0.27, to 0.28, quality 0.28, they 0.28, control 0.28, fast 0.28, date 0.28,
sich 0.28, nur 0.28, is 0.29, live 0.29, many 0.29, industry 0.29, post 0.30, were 0.30, content 0.30,
updated 0.30, items 0.30, request 0.30, $ 0.31, started 0.31, makes 0.31, low 0.32, k 0.32, without 0.32,
from 0.33, details 0.33, been 0.33, very 0.33, pay 0.33, c 0.33, works 0.33, short 0.34, l 0.34,
need 0.34, run 0.34, support 0.34, technical 0.34, es 0.34, has 0.35, ein 0.35, air 0.36, hours 0.36,
source 0.37, month 0.37, used 0.37, hat 0.37, ready 0.38, including 0.38, don 0.38, per 0.38, on 0.39,
state 0.39, had 0.39, click 0.39, around 0.39, large 0.39, use 0.40, a 0.40, would 0.40, any 0.40, # 0.41,
it 0.41, end 0.41, brand 0.41, changes 0.41, single 0.41, zu 0.41, much 0.42, die 0.42, for 0.43,
one 0.43, main 0.43, build 0.43, was 0.44, der 0.44, today 0.45, menu 0.45, using 0.45, play 0.46,
track 0.46, set 0.47, software 0.47, if 0.49, less 0.50, auf 0.50, advanced 0.51, same 0.51, den 0.51,
wie 0.51, water 0.52, here 0.53, data 0.53, these 0.54, another 0.54, des 0.54, oder 0.54, some 0.55,
images 0.55, them 0.55, key 0.55, than 0.56, online 0.56, x 0.56, inside 0.56, through 0.57, und 0.57,
social 0.58, really 0.58, both 0.58, few 0.58, or 0.59, r 0.59, smart 0.59, between 0.59, thanks 0.60,
own 0.60, settings 0.60, i 0.61, b 0.61, before 0.62, those 0.62, number 0.62, two 0.62, test 0.62,
photo 0.63, vor 0.64, ad 0.65, systems 0.65, and 0.66, additional 0.66, project 0.66, should 0.66,
place 0.67, with 0.68, list 0.70, pricing 0.70, sind 0.70, type 0.71, development 0.71, while 0.72,
the 0.73, rate 0.73, system 0.74, mode 0.74, users 0.75, point 0.75, available 0.76, that 0.77, user 0.77,
n 0.77, full 0.77, version 0.78, other 0.78, f 0.78, ich 0.80, features 0.82, text 0.83, march 0.83,
easy 0.84, under 0.85, common 0.85, let 0.88, value 0.88, multiple 0.89, first 0.91, think 0.92,
plan 0.92, built 0.92, so 0.94, non 0.94, green 0.94, ist 0.95, name 0.96, professional 0.98, link 1.00,
said 1.02, model 1.02, also 1.04, then 1.07, instead 1.08, g 1.10, each 1.15, example 1.17,
performance 1.19, must 1.21, second 1.37, p 1.56, following 1.64,`,
  trees: `
(nameHint<-0.52 (sharedWithBest<1 (nameHint<-1.2 -0.204 -0.103) (nameHint<-2.76 -0.167 0.0148)) (nearLinkDensity<0.2432 (charsOfLongest<0.1628 (alike<1.585 -0.00226 0.113) (sharedWithBest<1 0.0963 0.168)) (charsOfLongest<0.3061 -0.0898 0.0697)))
(sharedWithBest<1 (nearLinkDensity<0.1373 (chars<6.714 (pageBestShare<0.3777 -0.0138 -0.15) (nearCookieWords<1 0.0619 -0.175)) (inMain<1 -0.185 -0.118)) (sentenceEnds<1 (widerLinkDensity<0.09847 0.0742 (nearWordHint<1.36 -0.111 0.0366)) 0.143))
(nameHint<-0.52 (nameHint<-2.76 -0.172 (inBestGroup<1 -0.121 (nameHintOwner<0.12 -0.0832 0.0734))) (runOfLongest<0.4239 (groupLinkDensity<0.05418 (charsOfLongest<0.04565 -0.00568 0.0995) (inBestGroup<1 (pageLinkDensity<0.7735 -0.102 0.0799) 0.0419)) 0.144))
(nearLinkDensity<0.1685 (nameHintOwner<0.08 (nameHintOwner<0 -0.0789 0.0145) (alike<1.585 (groupWordHint<-0.1517 -0.0777 0.0665) (cardsPageShare<0.03178 -0.0364 0.131))) (chars<5.492 -0.146 (pageLongestRun<0.1121 0.0258 (run<8.596 -0.124 0.0487))))
(sharedWithBest<1 (previousNameHint<-1.13 (words<4.755 -0.145 (regionPageShare<0.6665 -0.108 0.0591)) (endsSentence<1 (outerLinkDensity<0.02899 0.0395 -0.092) 0.0704)) (nameHintHigh<1.56 (previousNameHint<-3.17 -0.119 (alike<1.585 0.00727 0.0961)) 0.121))
(runOfLongest<0.1949 (inBestGroup<1 (groupLinkDensity<0.05418 (pageBestShare<0.3777 0.00825 -0.096) -0.128) (nameHintOwner<0.12 (regionLinkDensity<0.005011 0.0761 -0.0798) (groupChars<4.121 -0.0682 0.0815))) (inFooter<1 (pageBestShare<0.3529 0.0561 0.121) -0.182))
(nameHint<-0.16 (nameHint<-2.76 -0.138 (nearLinkDensity<0.04947 0.02 (charsOfLongest<0.3061 -0.0997 -0.0182))) (charsOfLongest<0.1413 (cardLinkDensity<0.02951 (nearWordHint<-0.31 -0.0594 0.0801) (nearWordHint<1.36 -0.098 0.0305)) (cardLinkDensity<0.09554 0.118 0.0501)))
(nextNameHint<-1.06 (runOfLongest<0.4239 (nameHintLow<-2.31 -0.136 (nameHintOwner<1.77 -0.103 -0.00592)) (nameHintLow<-2.42 -0.112 0.0724)) (runOfLongest<0.1949 (nearWordHint<2.58 (pageLongestRun<0.1206 0.0183 (outerLinkDensity<0.044 0.0123 -0.101)) 0.07) 0.106))
(nameHint<0.69 (nameHint<-1.2 (nameHintLow<-2.65 -0.133 (cardLinkDensity<0.1458 -0.0366 -0.11)) (cardLinkDensity<0.02951 0.0363 (pageLongestRun<0.325 -0.0259 -0.137))) (sentenceEnds<1 (cardLinkDensity<0.01538 0.0724 -0.0128) (alike<1.585 0.067 0.117)))
(nameHint<-0.16 (nameHint<-2.76 -0.118 (cardsLinkDensity<0.05768 0.0166 (pageLongestRun<0.05156 0.0115 -0.093))) (chars<4.585 (cardsLinkDensity<0.09325 0.0232 -0.0821) (alike<1.585 (position<0.8311 0.0602 -0.05) (linkDensity<0.1967 0.112 0.0303))))
(nameHint<0.69 (nextNameHint<-2.41 -0.113 (nearLinkDensity<0.08472 (pageSaysForum<1 0.029 -0.115) (alikeMost<2.807 -0.104 (charsOfLongest<0.3061 -0.0431 0.0762)))) (charsOfLongest<0.1111 0.0133 (alike<1.585 (nearLinkDensity<0.1373 0.079 -0.00843) 0.109)))
(nextNameHint<-1.06 (runOfLongest<0.4239 (nextNameHint<-3.17 -0.11 -0.062) (pageBestShare<0.5564 -0.028 0.0967)) (runOfLongest<0.1949 (nearWordHint<0.59 (groupLinkDensity<0.006782 0.0131 -0.073) 0.0395) (titleOverlap<0.7143 (linkDensity<0.1967 0.098 -0.0138) -0.149)))
(nameHint<0.69 (sharedWithBest<1 (nameHint<-1.2 -0.106 (pageBestShare<0.3777 0.00985 -0.115)) (cardBlocks<3.459 (pageSaysForum<1 0.0426 -0.15) -0.081)) (charsOfLongest<0.1111 (groupWordHint<0.134 -0.0528 0.0557) (alike<1.585 0.0552 0.103)))
(nameHintLow<-1.5 (runOfLongest<1 (nameHintLow<-2.65 -0.117 (words<2.322 -0.106 -0.0313)) 0.0726) (runOfLongest<0.4239 (nearWordHint<0.25 -0.0476 (cardsLinkDensity<0.07002 0.0562 0.002)) (linkDensity<0.5745 (nameHintOwner<-0.56 -0.0625 0.0936) -0.113)))
(cardsLinkDensity<0.1481 (nameHintOwner<0 -0.0472 (nameHintLow<-1.9 -0.039 (charsOfLongest<0.04007 -0.00358 0.0795))) (nameHintLow<-1.98 -0.111 (charsOfLongest<0.125 -0.0669 (nameHintOwner<0.12 -0.0633 (fromFirstProse<2.585 0.0919 (pageLongestRun<0.02309 0.128 -0.0358))))))
(nameHint<-1.2 (nameHintLow<-2.65 -0.11 (regionPageShare<0.5908 -0.0823 (pageLinkDensity<0.1752 0.076 -0.0522))) (cardProse<1 (nameHint<1.24 (pageSaysArticle<1 (chars<5.492 -0.0164 0.0564) (pageMeanChars<5.19 -0.000072 -0.096)) 0.0402) 0.0945))
(nameHint<0.69 (cardsLinkDensity<0.1481 (nameHintLow<-3.09 -0.0998 (pageMeanChars<5.741 0.0439 -0.0205)) (alikeMost<4.392 -0.092 (nameHintHigh<0.5 -0.0667 0.0683))) (endsSentence<1 (nearWordHint<1 -0.0345 (alikeChars<11.23 0.0595 -0.0926)) 0.0821))
(nextNameHint<-2.41 (charsOfLongest<0.3898 -0.0944 -0.000109) (runOfLongest<0.4239 (alikeMost<2.585 (groupLinkDensity<0.07616 -0.0056 -0.0815) (charsOfLongest<0.02778 -0.05 0.036)) (linkDensity<0.1967 (titleOverlap<0.7143 (groupPageShare<0.1319 0.0241 0.0968) -0.104) -0.0693)))
(sharedWithBest<1 (nextNameHint<-2.41 -0.0894 (pageLongestRun<0.325 (cardsLinkDensity<0.1481 0.0435 (pageProse<0.09063 0.0568 -0.0558)) -0.0945)) (alike<1.585 (pageBestShare<0.6586 (depth<7 -0.206 -0.0192) 0.0273) (linkDensity<0.1967 0.0828 -0.00354)))
(nameHint<-1.2 (nameHint<-2.76 -0.0896 (depth<10 -0.0709 0.0114)) (cardProse<1 (position<0.7824 (groupChars<4.19 -0.0234 (cardBlocks<1.585 0.0814 (nameHint<0.69 (pageProse<0.3393 0.0607 -0.0329) 0.045))) -0.0541) 0.0849))
(nameHint<-1.2 (cardsLinkDensity<0.2325 (bestMeanProse<6.733 0.17 -0.028) -0.0878) (endsSentence<1 (cardsLinkDensity<0.04417 0.033 (alikeMost<3.17 -0.0568 (outerBlocks<4.585 -0.045 0.0623))) (groupPageShare<0.05054 0.00462 (wordHint<-0.89 -0.277 0.0797))))
(sharedWithBest<1 (nameHintLow<-1.3 -0.0761 (pageLongestRun<0.325 (groupLinkDensity<0.09346 0.0431 -0.0225) (regionChars<6.869 -0.124 0.0325))) (endsSentence<1 (nextNameHint<-3.17 -0.1 0.0148) (pageLongestRun<0.2029 (nearCookieWords<1 0.0383 -0.222) 0.0924)))
(nameHint<1.24 (nameHintLow<-2.65 -0.0967 (nearWordHint<-0.57 -0.068 (sharedWithBest<1 (pageBestShare<0.3777 0.00819 -0.0798) 0.0231))) (fromFirstProse<6.555 (endsSentence<1 (alikeChars<11.96 0.035 -0.152) (wordHint<0 -0.101 0.0875)) -0.0185))
(nameHintLow<-2.31 (widerSentences<0.8095 -0.1 -0.0151) (charsOfLongest<0.3061 (nearWordHint<1.36 (nearLinkDensity<0.02522 0.0113 (pageLongestRun<0.325 -0.0376 -0.11)) 0.0237) (alike<1.585 0.0175 (sharedWithTop<0.001088 (pageCommas<0.6293 -0.374 0.017) 0.0845))))
(nameHint<-1.2 (nameHintLow<-2.77 -0.094 -0.0304) (cardLinkDensity<0.01538 (pageSaysProduct<1 (sharedWithTop<0.0005923 (nameHintHigh<1.86 0.0425 -0.355) 0.0666) (blocksBefore<7.672 0.0137 -0.235)) (position<0.8546 (endsSentence<1 -0.0152 0.0436) -0.0731)))
(nameHint<0.97 (nearWordHint<-0.44 -0.0759 (nameHint<-6.17 -0.0867 (pageComments<0.007087 (pageLongestRun<0.01871 0.0844 -0.00114) -0.0703))) (alike<1.585 (fromFirstProse<6.919 (groupChars<5.931 -0.0206 0.0479) -0.058) (capitalShare<0.08333 0.0786 0.0139)))
(widerLinkDensity<0.1568 (charsOfLongest<0.04271 -0.0262 (fromHeading<6.741 (titleOverlap<0.7143 0.056 -0.122) (pageSaysProduct<1 0.00292 (regionPageShare<0.3735 0.0392 -0.235)))) (groupWordHint<0.055 (inMain<1 -0.0907 -0.0207) (pageProse<0.3028 0.0382 -0.0411)))
(nameHint<-2.76 -0.0668 (cardProse<1 (groupWordHint<0.07333 (position<0.8064 (nearLinkDensity<0.001795 0.0454 (sinceHeading<0 -0.135 -0.0135)) -0.0951) (nameHint<1.94 (pageProse<0.3028 (groupPageShare<0.9614 0.0606 -0.119) -0.0113) 0.0523)) 0.0683))
(nameHintLow<-2.65 -0.0866 (charsOfLongest<0.242 (nearWordHint<0.59 -0.0451 0.009) (alike<1.585 (links<2 (fromFirstProse<1 0.0732 (pageBestShare<0.6586 (pageBestShare<0.579 -0.0229 -0.246) 0.0504)) -0.101) (nearCookieWords<1 0.0728 -0.202))))
(nameHint<-2.76 -0.063 (cardProse<1 (pageSaysArticle<1 (words<2.807 -0.016 0.0406) (pageMeanChars<6.265 (cardLinkDensity<0.07037 0.0315 -0.0408) -0.0925)) (cardLinkDensity<0.09554 0.0728 (headingLevel<2 (pageBlocks<6.768 0.0282 -0.373) 0.0428))))
(nameHint<0.69 (groupWordHint<0 -0.0672 (regionLinkDensity<0.7259 (pageMeanChars<5.388 (regionProse<0.5785 0.0488 -0.0369) -0.0244) (thirdChars<5.771 -0.0859 (pageLongestRun<0.09192 0.131 -0.0713)))) (cardProse<0.9785 (groupWordHint<0.134 -0.0147 0.0392) 0.076))
(nameHintLow<-2.65 -0.0838 (position<0.7557 (chars<4.459 -0.0272 (fromHeading<1 -0.0265 (fromHeading<3.322 0.0791 (thirdChars<7.237 0.0368 (outerLinkDensity<0.01341 (regionProse<0.7842 -0.392 -0.0933) 0.0143))))) (pageBestShare<0.9168 -0.06 0.0323)))
(nameHintLow<-2.65 -0.0788 (nextChars<7.18 (wordHint<-0.89 -0.0967 (charsOfLongest<0.02778 -0.0452 (alikeChars<9.869 (pageSaysArticle<1 0.0381 (cardLinkDensity<0.04997 0.0404 (nearWordHint<1.8 (groupChars<7.562 -0.0781 -0.326) 0.00648))) -0.0311))) 0.0537))
(cardLinkDensity<0.07037 (fromFirstProse<6.426 (capitalShare<0.07692 (pageSaysProduct<1 0.062 -0.0363) 0.0026) -0.0214) (headingLevel<1 -0.103 (pageSaysArticle<1 (groupChars<4.524 -0.0301 0.0269) (fromFirstProse<2.585 0.00725 (nameHintHigh<1.85 -0.0576 -0.154)))))
(sharedWithBest<1 (regionPageShare<0.4333 (inMain<1 -0.076 0.00261) (position<0.5501 0.0311 (sharedWithBest<0.6497 (cardBlocks<5.781 0.00511 -0.156) -0.125))) (cardBlocks<3.7 (pageSaysProduct<1 0.0431 (pageChars<12.95 0.076 -0.174)) -0.024))
(cardsLinkDensity<0.1481 (position<0.7557 (endsSentence<1 (headingTitleOverlap<0.8889 0.0203 -0.0628) (wordHint<-0.89 -0.229 (thirdPageShare<0.5602 0.00978 0.0769))) -0.0229) (fromHeading<1 -0.0874 (fromFirstProse<2.585 0.0406 (pageProse<0.09063 0.0338 -0.0523))))
(nameHintLow<-2.77 -0.0713 (chars<4.17 -0.0287 (alike<1.585 (alikeMost<3.17 (linkDensity<0.1967 -0.00702 -0.0815) 0.032) (links<1 0.0612 (pageBlocks<5.807 0.124 (nameHintHigh<1.86 -0.00204 (previousLinkDensity<0.7222 -0.113 -0.562)))))))
(sharedWithBest<1 (sharedWithBest<0.6497 (nameHintLow<-2.77 -0.0829 0.00239) -0.0704) (cardBlocks<4.17 (thirdChars<4.975 (widerChars<6.654 -0.00833 -0.428) (capitalShare<0.07692 (pageChars<14.25 0.0699 -0.0245) 0.00414)) (thirdLinkDensity<0.003556 -0.217 -0.0183)))
(fourthLinkDensity<0.1427 (fourthProse<0.7334 (thirdChars<7.559 0.0471 -0.358) (groupPageShare<0.5938 -0.0245 (capitalShare<0.07692 0.0863 -0.0415))) (inMain<1 (inArticle<1 -0.0557 (fourthProse<0.7334 0.0303 -0.218)) (sharedWithBest<0.05928 0.172 -0.00148)))
(groupWordHint<0 (nameHintHigh<0.44 -0.0936 (position<0.8064 0.000923 -0.0936)) (alike<1.585 (pageLongestRun<0.2974 0.00644 (regionLinkDensity<0.07272 -0.00525 -0.104)) (widerSentences<0.2632 (words<4.755 -0.00248 -0.286) (fromHeading<4.524 0.0823 0.0172))))
(position<0.8311 (endsSentence<1 (isHeading<1 (pageCommas<1.775 (cardsPageShare<0.959 (regionLinkDensity<0.005011 0.0658 -0.0207) -0.0635) 0.103) 0.0587) (pageBestShare<0.8591 (fourthLinkDensity<0.01734 -0.096 (nextChars<6.426 0.00907 0.0746)) 0.0854)) -0.0477)
(position<0.7557 (fromHeading<1 (regionLinkDensity<0.4468 -0.00386 -0.0955) (pageBestShare<0.6586 (sharedWithBest<0.05928 0.131 (position<0.2676 (nextChars<5 -0.00913 0.0717) (thirdChars<7.237 -0.00501 -0.122))) (alikeChars<9.653 0.0559 -0.00977))) -0.041)
(nearWordHint<-2.39 -0.059 (previousLinkDensity<0.7222 (pageSaysProduct<1 (outerLinkDensity<0.8917 (titleOverlap<0.7143 (sharedWithTop<0.0005923 -0.0592 0.0278) (pageChars<11.03 -0.195 0.0493)) -0.111) -0.0355) (pageLinkDensity<0.6304 -0.0384 (depth<10 -0.0582 0.0788))))
(nameHintHigh<0.5 (groupWordHint<0 -0.0813 -0.0167) (nearCookieWords<1 (thirdChars<4.975 -0.0195 (pageProse<0.3393 0.0603 (nearLinkDensity<0.108 (cardProse<1 0.0105 0.0715) (pageLongestRun<0.1337 (nameHintLow<-0.23 0.0502 -0.201) -0.0545)))) -0.103))
(chars<5.044 (isHeading<1 -0.0327 0.0275) (fromFirstProse<2.585 (alikeMost<2.322 0.0147 0.0807) (pageCommas<1.118 (cardsLinkDensity<0.01285 (words<5.585 -0.00761 (fourthLinkDensity<0.06552 (groupPageShare<0.3842 -0.162 -0.467) -0.0269)) 0.00246) 0.0491)))
(nameHintLow<-3.09 -0.0759 (fourthLinkDensity<0.1427 (fourthProse<0.7334 (cardsPageShare<0.959 (depth<12 0.088 0.0178) (nameHintLow<-0.2 -0.0659 0.0695)) -0.00298) (pageLinkDensity<0.3046 -0.0452 (fromHeading<-4.524 -0.118 (charsAfter<10.96 -0.0206 0.0314)))))
(position<0.8962 (fromHeading<1 -0.0408 (fromFirstProse<2.585 0.0421 (pageBestShare<0.7849 (pageProse<0.5156 0.00723 (sharedWithTop<0.002308 0.0116 (sharedWithTop<0.00342 (thirdChars<6.542 -0.0648 -0.229) (cardLinkDensity<0.123 -0.000816 -0.0985)))) 0.0335))) -0.0533)
(groupWordHint<-0.46 -0.0741 (fourthLinkDensity<0.1427 (alikeChars<11.23 0.0293 (regionLinkDensity<0.07272 0.00425 -0.0987)) (nameHintHigh<0.2 -0.0836 (charsOfLongest<0.3061 (titleOverlap<0.2857 -0.0324 0.057) (fromFirstProse<2.585 0.0764 (groupBlocks<3.7 -0.0317 0.0589))))))
(groupWordHint<0 (cardBlocks<1.585 -0.0791 (nameHintLow<-2.31 -0.084 0.0058)) (charsOfLongest<0.707 (pageArticles<2.807 0.0113 (regionProse<0.8404 (groupPageShare<0.02503 -0.0582 0.0208) -0.129)) (fromFirstProse<6.17 0.0598 (fourthProse<0.4075 -0.209 0.00536))))
(links<2 (previousNameHint<-8.51 -0.0772 (capitalShare<0.06719 (pageSaysProduct<1 0.0247 (depth<12 0.00505 -0.0968)) (isHeading<1 (fourthProse<0.5502 -0.00124 -0.0513) 0.0445))) (fourthProse<0.5704 (run<8.596 -0.0833 -0.27) 0.00415))
(wordHint<-0.89 -0.0668 (fromFirstProse<6.807 (inNav<1 (cardsPageShare<0.04484 -0.0414 (alike<1.585 (pageProse<0.7202 0.0195 -0.0346) (bestMeanProse<9.254 (outerPageShare<0.2817 (cardsPageShare<1 0.0156 -0.22) 0.0667) -0.104))) -0.0866) -0.0228))
(groupWordHint<-0.46 -0.0704 (chars<4.392 -0.0194 (links<2 (pageSaysArticle<1 (nearLinkDensity<0.08472 (blocksBefore<8.119 (thirdLinkDensity<0.2274 0.035 (capitalShare<0.02326 -0.31 -0.00588)) -0.0789) 0.0576) -0.00332) (fourthProse<0.5704 -0.101 0.0262))))
(alikeMost<2.585 (runOfLongest<0.4239 (cardProse<0.9067 -0.0261 -0.105) (bestMeanProse<7.254 (cardBlocks<2.322 0.0426 -0.174) (pageChars<14.51 0.0597 -0.211))) (thirdChars<4.275 (pageProse<0.2027 0.0196 -0.0779) (nextNameHint<1.94 0.00707 0.047)))
(nameHintHigh<0.2 -0.0592 (pageComments<0.001253 (alikeMost<3.17 (regionLinkDensity<0.07272 0.0175 -0.0266) (fromHeading<8.304 0.0339 -0.0644)) (blocksBefore<5.585 0.036 (groupBlocks<4.858 (alikeMost<4.807 (position<0.05994 -0.508 -0.0479) -0.295) 0.0392))))
(position<0.7557 (fromHeading<1 (thirdChars<6.879 (position<0.3488 -0.076 0.0645) 0.06) (mediaBefore<1 (chars<4.248 -0.00656 (fromHeading<6.741 0.042 -0.00529)) -0.0231)) (fourthLinkDensity<0.1427 -0.0026 (pageLinkDensity<0.7735 -0.0734 0.051)))
(headingTitleOverlap<0.1111 (inMain<1 (fromHeading<7.331 (fourthLinkDensity<0.165 (inComments<1 -0.00612 0.176) (pageCommas<0.4664 (bestMeanProse<7.56 -0.0509 0.0806) -0.0862)) -0.104) (pageComments<0.002743 0.0222 -0.0444)) (charsOfLongest<0.242 -0.00268 0.0504))
(nameHintHigh<1.86 (nameHintLow<-3.09 -0.0756 (nextChars<7.18 (sharedWithBest<0.05928 (alikeMost<3.807 -0.0258 0.205) -0.00132) 0.0395)) (nameHintLow<-2.1 0.0995 (pageLinkDensity<0.05557 (outerLinkDensity<0.01341 (words<6.044 -0.108 -0.335) 0.0515) -0.035)))
(links<2 (nameHintLow<-3.09 -0.0664 (pageCommas<1.775 (bestMeanProse<9.004 (pageCommas<0.734 (widerLinkDensity<0.007011 (alikeChars<5.977 0.0647 -0.0647) 0.0287) (cardsLinkDensity<0.09325 0.0123 (fourthLinkDensity<0.7474 -0.0508 0.0681))) -0.0613) 0.0837)) -0.058)
(isHeading<1 (endsSentence<1 (pageMeanChars<4.563 (alike<3.17 0.037 -0.112) -0.0248) (position<0.5196 0.0348 (pageBestShare<0.9168 (depth<9 -0.0731 (widerLinkDensity<0.007011 -0.111 0.026)) 0.056))) (position<0.4894 0.0772 0.00382))
(wordHint<-0.89 -0.0662 (pageSaysProduct<1 (previousLinkDensity<0.7222 (cardsPageShare<0.959 (groupWordHint<-0.8223 -0.178 0.0271) -0.0129) (pageProse<0.6951 -0.00335 (chars<7.077 -0.0284 (thirdChars<6.422 -0.053 -0.277)))) (fromFirstProse<7.16 -0.00963 -0.0994)))
(headingTitleOverlap<0.1111 (pageSaysArticle<1 (groupChars<7.562 0.00927 -0.0653) (regionLinkDensity<0.1792 (regionProse<0.7842 (fourthProse<0.259 -0.115 (pageLongestRun<0.4467 0.0855 -0.0361)) -0.0503) -0.0779)) (nameHintOwner<0.08 (headingTitleOverlap<0.8889 0.0148 -0.062) 0.0343))
(nextChars<5 (headingLevel<1 (wordHint<0.4 -0.103 0.0424) (position<0.8962 (pageCommas<1.118 -0.00814 0.0471) -0.0616)) (bestMeanProse<8.229 (bestMeanProse<8.199 0.00654 (thirdChars<5.605 (cardBlocks<1.585 -0.739 0.0353) -0.0602)) 0.04))
(groupWordHint<-0.46 -0.068 (pageCommas<1.775 (mediaBefore<1 (previousLinkDensity<0.7222 0.00931 -0.019) (groupChars<6.877 -0.0104 (regionProse<0.8125 (pageLongestRun<0.09192 0.0418 (cardBlocks<2.322 -0.309 -0.0947)) (nearWordHint<0 0.0771 -0.0873)))) 0.0773))
(pageCommas<1.359 (nameHintHigh<0.24 -0.0508 (pageCommas<0.7783 0.0123 (pageLinkDensity<0.4414 (fourthLinkDensity<0.1427 (cardBlocks<2.585 (regionChars<7.293 0.00755 0.11) -0.0336) -0.0569) 0.0689))) (wordLength<3.2 -0.0892 (pageComments<0.08071 0.0625 -0.189)))
(regionLinkDensity<0.07272 (pageBlocks<8.704 (groupWordHint<-0.8223 -0.151 0.0291) (pageBlocks<9.014 (pageLongestRun<0.02309 0.116 (pageBestShare<0.7849 -0.219 0.021)) (inMain<1 -0.131 0.0687))) (groupWordHint<0.5413 -0.0187 (pageLongestRun<0.03314 0.0898 0.0125)))
(nextChars<7.18 (links<2 (mediaBefore<1 (words<2.807 -0.0134 (pageSaysArticle<1 0.0289 -0.00477)) (nameHintHigh<0.94 (mediaBefore<2 -0.0312 (pageProse<0.5921 0.145 -0.074)) -0.0729)) -0.0598) (pageCommas<0.2122 -0.191 0.0362))
(nearCookieWords<1 (inFooter<1 (cardProse<1 (pageSaysArticle<1 0.0103 (regionPageShare<0.8238 -0.0288 0.0539)) (pageBestShare<0.4013 (sinceHeading<3.17 0.0378 (regionPageShare<0.6665 0.0327 -0.235)) 0.0649)) -0.0851) (regionPageShare<0.5908 -0.128 0.0341))
(nextChars<5.17 (groupBlocks<2.585 (fourthProse<0.05841 0.046 -0.011) -0.0225) (bestMeanProse<8.311 (bestMeanProse<7.571 (position<0.02877 -0.0733 0.0468) -0.0204) (nameHintLow<-1.21 (position<0.2676 0.0978 (pageMeanChars<5.09 0.112 -0.0902)) 0.0743)))
(inFooter<1 (headingTitleOverlap<0.25 (groupChars<7.562 (thirdLinkDensity<0.08812 (pageArticles<5.358 0.0243 -0.13) (fourthProse<0.1022 (pageSaysListing<1 (cardBlocks<1.585 -0.0751 0.0223) (words<2 -0.0672 0.279)) -0.0347)) -0.0532) 0.0141) -0.1)
(isHeading<1 (fourthLinkDensity<0.1427 (fourthProse<0.7334 (cardsPageShare<0.959 0.0461 (nameHintLow<-0.51 -0.0878 0.0336)) (fourthPageShare<0.5613 -0.0776 0.00517)) (widerLinkDensity<0.0143 -0.119 (regionProse<0.9107 -0.0101 -0.0999))) (alikeMost<5.492 0.0433 -0.133))
(nameHint<1.94 (sharedWithBest<0.3883 (pageChars<11.03 0.151 0.0105) (runOfLongest<1 -0.0251 0.0228)) (outerChars<7.758 (pageBestShare<0.6306 (regionChars<4.739 -0.0716 0.0193) 0.0611) (pageCommas<0.7639 -0.166 (nameHintLow<-0.71 -0.205 0.0713))))
(chars<4.17 -0.0202 (pageSaysArticle<1 (sharedWithTop<0.001171 (groupLinkDensity<0.6594 0.0429 (pageChars<14.79 0.218 (bestMeanProse<7.653 -0.0119 1.3))) 0.0101) (sharedWithTop<0.0005923 -0.103 (nearLinkDensity<0.108 (pageArticles<4.248 0.0248 -0.0996) -0.0383))))
(pageSaysProduct<1 (sentenceEnds<2 (cardsPageShare<0.959 (widerLinkDensity<0.2403 0.0223 -0.0181) -0.0297) (fourthProse<0.2906 (widerLinkDensity<0.03754 -0.459 -0.00873) 0.0364)) (sharedWithBest<0.4845 (pageCommas<1.118 -0.0223 (linkDensity<0.02201 0.0379 0.35)) -0.085))
(alikeMost<2.585 (groupLinkDensity<0.86 (blocksAfter<5.322 (fromFirstProse<3.322 (cardBlocks<2.585 0.0568 (headingTitleOverlap<0.8889 (fromFirstProse<1 0.0823 -0.0672) (nearWordHint<1.8 -0.0168 -0.22))) (cardProse<1 -0.0589 -0.245)) 0.00957) -0.0811) 0.00825)
(regionPageShare<0.8149 (inMain<1 (sharedWithTop<0.0036 (pageLongestRun<0.2376 (nameHintOwner<1.82 -0.0387 -0.128) 0.0359) (alikeMost<4.392 (nextChars<7.983 (pageArticles<1 (previousNameHint<1.55 0.0233 -0.0638) -0.0425) 0.0894) 0.109)) 0.00956) 0.0247)
(pageComments<0.001253 0.00508 (alikeMost<4.248 (nameHintHigh<0.59 -0.059 (nearWordHint<-1.19 (sharedWithBest<0.5357 (inArticle<1 -0.0878 0.36) -0.141) 0.0355)) (groupBlocks<4.585 (nameHintOwner<0.7 -0.0377 (sharedWithBest<0.1018 0.121 -0.24)) 0.0319)))
(previousNameHint<-5.21 (outerLinkDensity<0.02899 (charsAfter<10.96 -0.0706 0.109) (pageArticles<4.644 -0.0715 0.119)) (mediaBefore<1 0.00776 (nameHintHigh<0.94 (mediaBefore<2 (pageLongestRun<0.05862 0.0558 -0.0574) (fourthLinkDensity<0.5464 -0.00248 0.183)) -0.0545)))
(wordHint<-0.89 -0.0534 (fromFirstProse<4.524 (endsSentence<1 (pageProse<0.3028 (regionPageShare<0.4871 (inArticle<1 0.0196 -0.121) 0.0644) -0.0234) 0.0374) (regionLinkDensity<0.215 (pageMeanChars<6.265 0.0159 -0.0442) (linkDensity<0.1967 -0.0807 0.00532))))
(alikeMost<2.322 (pageArticles<1 0.00652 (endsSentence<1 (thirdChars<6.733 -0.0855 -0.00614) (fromHeading<4.755 0.0526 -0.0963))) (pageChars<11.03 (fourthPageShare<0.1592 0.369 (fourthProse<0.1022 -0.0311 0.092)) (wordHint<1.05 -0.00234 0.0353)))
(isHeading<1 (fourthPageShare<0.9732 (thirdPageShare<0.7444 -0.00195 0.036) (widerSentences<2.095 (thirdPageShare<0.8337 (widerChars<7.349 -0.0445 -0.188) (widerSentences<0.1905 -0.0706 -0.00405)) (pageBlocks<8.248 0.0951 -0.136))) (fromLastProse<1 0.0428 -0.0404))
(nameHintHigh<0.18 (nextNameHint<0.99 -0.0777 0.09) (wordLength<2.5 -0.057 (sharedWithBest<0.05928 (alikeMost<3 -0.0776 0.118) (nameHintOwner<0.12 (regionChars<6.204 (alikeMost<5.907 0.00391 -0.128) (groupPageShare<0.03065 0.012 -0.0888)) 0.00878))))
(groupWordHint<0.134 (previousNameHint<0.12 (inMain<1 (fourthLinkDensity<0.03771 (pageArticles<1 (nameHintHigh<1.67 0.134 -0.0978) -0.0441) -0.0411) 0.0338) (regionLinkDensity<0.005011 0.0222 (previousNameHint<4.16 (nameHintHigh<1.07 -0.015 -0.0739) 0.0403))) 0.00619)
(nameHintOwner<0.12 (pageMeanChars<4.563 (regionPageShare<0.115 -0.0976 0.0638) (headingTitleOverlap<0.8889 (pageLinkDensity<0.05557 (cardBlocks<4 0.0945 -0.0623) -0.025) -0.0669)) (headingTitleOverlap<0.25 -0.00429 (words<5.585 (pageComments<0.5754 0.0231 -0.187) 0.0752)))
(position<0.5501 (chars<4.17 -0.0206 0.0187) (pageBestShare<0.9168 (alikeMost<2.585 (cardProse<1 -0.0424 -0.167) -0.00832) (headingLevel<3 (regionPageShare<0.2014 0.0297 0.139) (position<0.5785 -0.263 (cardsLinkDensity<0.03662 0.0923 -0.0644)))))
(headingTitleOverlap<0.1111 (pageArticles<2.585 -0.00154 -0.0377) (capitalShare<0.06719 (outerChars<6.437 (widerChars<6.654 (charsOfLongest<0.707 0.000725 0.0831) -0.115) 0.0635) (fourthProse<0.8209 (titleOverlap<0.1 -0.0205 0.0381) (pageArticles<1 -0.00135 -0.156))))
(groupWordHint<-0.46 (cardProse<0.9067 (pageLongestRun<0.09192 0.0247 -0.0748) -0.226) (mediaBefore<1 0.00457 (regionProse<0.5785 (regionProse<0.4841 (charsAfter<8.219 0.103 (pageLongestRun<0.05862 0.0259 -0.0551)) (alikeMost<4.392 0.0162 0.297)) -0.0622)))
(position<0.8311 (pageSaysProduct<1 (mediaBefore<1 0.0123 (cardsLinkDensity<0.01285 -0.107 -0.00189)) (nameHintLow<-0.99 0.024 (nameHintLow<-0.71 (pageEqualRuns<4.7 -0.164 0.116) -0.0121))) (fourthLinkDensity<0.1269 -0.00462 (run<9.967 -0.0431 -0.172)))
(isHeading<1 (capitalShare<0.06719 0.00412 (pageProse<0.3393 0.0141 (pageChars<13.96 -0.0448 0.0185))) (position<0.4328 (pageComments<0.007087 (alikeMost<4.954 0.0953 -0.112) -0.0448) (pageEqualRuns<2.585 (groupBlocks<3.907 -0.0583 0.0667) 0.0524)))
(isHeading<1 (capitalShare<0.06719 (pageSaysProduct<1 (fourthProse<0.6175 (pageLinkDensity<0.05557 (outerLinkDensity<0.02145 -0.0628 -0.377) 0.00382) (groupBlocks<2.585 (capitalShare<0.05732 -0.00415 0.11) 0.0598)) -0.0348) (pageProse<0.3393 0.0138 -0.0339)) 0.0254)
(nameHintHigh<1.86 (nearCookieWords<1 0.00248 -0.0707) (cardsLinkDensity<0.01285 (pageMeanChars<5.332 0.0221 -0.145) (widerSentences<0.5294 (regionLinkDensity<0.1084 0.02 (nameHint<2.23 -0.181 -0.0303)) (fromFirstProse<6.807 0.0555 (sharedWithBest<0.8252 -0.146 0.0604)))))
(wordHint<0.4 (nameHintHigh<0.2 (pageCommas<0.787 -0.0938 0.0143) -0.00197) (bestMeanProse<6.57 0.092 (bestMeanProse<8.559 (fromLastProse<1 (wordLength<2.5 -0.176 0.0149) -0.048) (outerBlocks<3.807 (nameHintHigh<0.2 0.595 0.128) 0.0091))))
(links<2 (chars<4.392 (headingLevel<1 -0.0973 -0.00838) (mediaBefore<1 0.0127 -0.0219)) (fourthLinkDensity<0.1143 0.0452 (groupBlocks<3.322 (runOfLongest<0.4239 (cardsLinkDensity<0.08072 -0.243 -0.0301) 0.106) (nearChars<6.858 -0.19 -0.0298))))
(wordLength<2.5 (nameHintOwner<0.2 -0.00818 -0.122) (regionPageShare<0.5908 (nearCookieWords<1 -0.00677 -0.104) (fourthLinkDensity<0.007958 (sharedWithBest<0.2036 0.127 -0.0839) (pageLinkDensity<0.1883 (fourthPageShare<0.7419 0.102 0.0202) (regionPageShare<0.8367 0.0119 -0.052)))))
(pageMeanChars<5.388 (cardsPageShare<0.06877 (regionPageShare<0.6864 -0.0779 0.0387) (regionPageShare<0.8367 0.0232 (widerLinkDensity<0.3258 (nextNameHint<-2.78 0.237 -0.0186) -0.134))) (nextNameHint<2.84 (pageArticles<2.585 -0.0103 (pageCommas<0.3275 0.158 -0.0691)) 0.031))
(nearCookieWords<1 (alikeMost<2.322 -0.0108 (earlier<1 (outerPageShare<0.8395 (groupChars<6.512 0.0196 (alikeChars<6.539 -0.132 (widerLinkDensity<0.0143 (bestMeanProse<8.229 -0.0862 0.0469) 0.0143))) 0.0429) -0.0242)) (regionPageShare<0.5908 -0.11 0.0472))
(alikeChars<11.23 (nextChars<5.17 -0.00669 (outerPageShare<0.5608 (pageLongestRun<0.325 0.0116 (previousLinkDensity<0.7222 (nextNameHint<0.7 -0.115 0.0612) -0.153)) (nextNameHint<1.24 0.0684 (nameHint<1.24 (thirdPageShare<0.9638 -0.118 0.000948) 0.0395)))) -0.0236)
(pageEqualRuns<4.7 (groupBlocks<3.459 0.00379 (groupWordHint<0.1856 (pageEqualRuns<3.17 (cardLinkDensity<0.07037 (fourthLinkDensity<0.026 -0.164 (widerLinkDensity<0.135 0.0539 -0.0965)) (widerLinkDensity<0.03754 -0.216 -0.0692)) 0.0346) (nameHintOwner<0.08 -0.0474 0.0244))) 0.0543)
(bestMeanProse<6.57 (headingTitleOverlap<0.8889 0.0676 -0.0445) (inFooter<1 (blocksBefore<2 -0.0583 (pageChars<11.03 (cardBlocks<3 (regionLinkDensity<0.6409 0.093 -0.0554) -0.0167) (regionLinkDensity<0.1645 0.00612 (titleOverlap<0.7143 -0.0185 0.153)))) -0.101))
(fromHeading<7.331 (outerLinkDensity<0.0942 0.0141 (pageLongestRun<0.2751 (regionPageShare<0.8367 (cardsLinkDensity<0.08072 (widerChars<6.018 0.0124 -0.151) (regionPageShare<0.6665 -0.00518 0.0414)) (charsAfter<12.11 (endsSentence<1 -0.0681 -0.32) 0.149)) -0.0462)) -0.0253)
(pageCommas<1.775 (blocksBefore<2 (words<2 0.0491 -0.0722) (pageChars<11.03 (sharedWithBest<0.3135 (blocksBefore<5.977 0.167 -0.0795) (pageCommas<0.4664 (alike<2.807 0.0838 -0.133) (cardsPageShare<0.959 0.0349 -0.0637))) -0.002)) 0.0637)
(isHeading<1 (capitalShare<0.06719 (fromFirstProse<5.585 0.02 (words<6.044 -0.00252 -0.0604)) (pageProse<0.3393 0.012 (pageBlocks<7.129 (thirdPageShare<0.9638 (fromFirstProse<1 0.0141 -0.123) -0.00505) -0.0159))) (nameHintHigh<1.41 0.0333 -0.0963))
(nearCookieWords<1 (pageCommas<0.7783 (inComments<1 (regionPageShare<0.8367 0.0112 -0.057) (nameHintOwner<0.24 -0.0836 0.182)) (pageCommas<1.167 (thirdLinkDensity<0.8024 (widerLinkDensity<0.2083 -0.0143 -0.0685) (regionPageShare<0.3735 -0.0145 0.134)) 0.0203)) -0.0682)
(pageSaysProduct<1 0.00405 (cardsLinkDensity<0.5741 (nameHintLow<-0.99 (fromHeading<6.129 0.0524 (nameHintLow<-1.09 -0.0871 0.0882)) (blocksBefore<8.119 (nameHintLow<-0.71 (pageEqualRuns<4.7 -0.134 0.106) (thirdChars<4.716 -0.151 0.0203)) -0.165)) 0.0743))
(previousNameHint<-5.21 (outerLinkDensity<0.02899 (widerSentences<0.8095 -0.0432 (blocksAfter<5.883 -0.0842 (regionProse<0.6853 0.363 (blocksBefore<6.977 0.151 -0.128)))) (wordHint<1.74 -0.0526 (alike<3.7 -0.0925 -0.412))) (nameHintHigh<1.86 0.00539 -0.0209))
(wordLength<4.375 -0.0151 (outerChars<4.268 (nextChars<2.585 (pageChars<13.26 0.0938 -0.0823) -0.0413) (blocksAfter<2.322 (nearWordHint<-0.31 -0.0709 (nearWordHint<5.85 0.0949 -0.0497)) (regionChars<6.427 0.0144 (charsOfLongest<0.707 -0.0233 0.0415)))))
(pageCommas<1.775 (pageSaysForum<1 (regionLinkDensity<0.07272 (pageChars<14.2 0.0246 -0.0354) -0.00362) (nameHint<0.69 (pageMeanChars<5.95 -0.0384 -0.15) (regionPageShare<0.8025 (sharedWithBest<0.4145 (regionPageShare<0.7175 -0.0494 -0.279) 0.0519) 0.0932))) 0.0586)
(alikeMost<3.17 (previousNameHint<1.55 (groupLinkDensity<0.7424 (pageCommas<0.7639 (position<0.01205 -0.0663 0.0314) (previousNameHint<0.99 (cardsLinkDensity<0.02731 (pageLongestRun<0.1464 0.0927 (widerChars<7.138 -0.07 0.0941)) -0.05) 0.068)) -0.0423) -0.0331) 0.00892)
(pageLinkDensity<0.3361 -0.00443 (outerChars<5.506 (sharedWithTop<0.001171 0.114 (fourthPageShare<0.5613 (bestMeanProse<7.746 (pageEqualRuns<3.585 0.0759 -0.083) (outerBlocks<5.977 -0.0764 0.101)) -0.0332)) (nameHint<-1.2 -0.0199 (wordLength<7.5 0.0675 -0.0648))))
(inNav<1 (pageEqualRuns<4.7 (pageEqualRuns<4.524 (fromLastProse<1 0.00665 -0.0187) (fromHeading<-6.285 0.184 (sharedWithTop<0.004432 -0.104 0.0315))) (headingLevel<4 (outerChars<3.839 -0.203 0.0947) -0.11)) (widerSentences<0.9048 -0.0731 0.153))
(mediaBefore<1 (nextChars<5.17 (pageChars<14.06 (regionPageShare<0.8025 -0.0162 0.0261) 0.0284) (pageLinkDensity<0.3274 (thirdPageShare<0.5602 (fromHeading<-6.585 0.143 -0.0323) 0.0224) (charsOfLongest<0.1957 (pageChars<14.2 -0.00424 0.133) 0.0728))) -0.0165)
(nameHintHigh<1.86 (groupWordHint<-0.8223 (nameHintHigh<1.85 -0.0659 -0.457) 0.00777) (nameHintLow<-2.1 0.0814 (outerBlocks<5.524 (depth<14 (pageProse<0.7337 0.0263 (cardsPageShare<0.579 -0.163 0.0652)) -0.0744) (run<13.25 -0.114 0.0859))))
(inFooter<1 (groupWordHint<-0.46 (fromLastProse<-5.17 0.0151 -0.092) (pageCommas<0.2544 (cardsLinkDensity<1 (headingLevel<4 0.00412 -0.133) -0.113) (pageBestShare<1 (blocksBefore<2 -0.103 0.0048) (nearWordHint<0 -0.0603 0.0585)))) -0.0771)
(inNav<1 (widerChars<5.565 (run<7.7 (pageArticles<5.358 0.0075 -0.0829) 0.0652) (thirdLinkDensity<0.9995 (nameHintOwner<0.12 -0.0276 (thirdPageShare<0.8337 -0.0145 (pageProse<0.3803 -0.0602 0.024))) 0.138)) (regionChars<6.312 -0.0765 0.136))
(pageEqualRuns<4.7 (links<2 (pageLongestRun<0.325 (titleOverlap<0.1 -0.00459 0.0372) (inBestGroup<1 -0.0679 0.00843)) (linkDensity<0.1967 (nextNameHint<-2.04 -0.158 0.0663) -0.0745)) (outerChars<3.667 -0.184 (headingLevel<4 0.0806 -0.0892)))
(links<2 (pageSaysProduct<1 0.00658 (groupLinkDensity<1 (pageProse<0.2405 (outerBlocks<6.19 0.074 -0.204) (depth<12 -0.0109 -0.0753)) 0.104)) (fourthLinkDensity<0.3199 (capitalShare<0.05732 0.0514 -0.051) (pageArticles<2 -0.121 0.0338)))
(nameHintLow<0 (pageMeanChars<5.388 (regionPageShare<0.115 -0.0346 (thirdLinkDensity<0.2671 0.0242 -0.00672)) (nextNameHint<-2.41 -0.0576 (thirdLinkDensity<0.9995 (fourthProse<0.4075 (cardsLinkDensity<0.1978 (cardsPageShare<0.0521 0.0768 -0.143) -0.00646) -0.000958) 0.194))) 0.0306)
(headingTitleOverlap<0.25 -0.00907 (blocksBefore<2 (headingTitleOverlap<0.8889 0.0763 (alikeMost<1.585 -0.154 0.0551)) (outerChars<7.758 (chars<7.077 (titleOverlap<0.3333 -0.00592 0.0545) (pageArticles<1 0.0241 0.0915)) (sinceHeading<2.585 0.0368 -0.111))))
(nameHintHigh<1.86 (outerChars<5.62 (groupBlocks<3.807 0.0015 -0.0418) (bestMeanProse<6.57 0.111 0.0114)) (nameHintLow<-2.1 (thirdLinkDensity<0.1579 0.145 -0.0923) (bestMeanProse<7.058 (nextNameHint<2.84 -0.149 0.0637) (alikeMost<4 -0.00161 -0.082))))
(pageLongestRun<0.325 0.00512 (sharedWithBest<1 (regionChars<7.293 -0.0751 (cardsLinkDensity<0.1112 -0.0737 0.21)) (charsOfLongest<0.0133 0.127 (sharedWithTop<0.002833 0.0574 (linkDensity<0.02201 (nameHintOwner<0.08 -0.0488 (nearLinkDensity<0.108 0.0561 -0.0721)) -0.0825)))))
(nearCookieWords<1 (blocksAfter<2.322 (pageBestShare<0.2476 -0.084 (cardBlocks<7.16 (position<0.9344 (wordHint<1.74 0.106 -0.038) -0.049) 0.315)) (sharedWithBest<0.05928 (thirdPageShare<0.7444 (alikeMost<3.807 -0.00699 0.127) -0.117) -0.00188)) -0.0655)`,
};
