/**
 * Property names of callers and the corresponding schema.org paths. A path traverses objects and lists; the first path
 * with a value is used. `page` lists the corresponding statements about the page.
 */
interface Concept {
  readonly names: readonly string[];
  readonly paths: readonly string[];
  readonly page?: readonly PageStatement[];
}

/** Statement in the head of the page, or `meta:` and a name. */
export type PageStatement =
  | 'title' | 'description' | 'image' | 'url' | 'siteName' | 'author' | 'publishedAt' | 'modifiedAt' | 'language' | 'keywords'
  | `meta:${string}`; // prettier-ignore

const concept = (names: string, paths: string, ...page: PageStatement[]): Concept => ({
  names: names.split(' '),
  paths: paths.split(' ').filter((path) => path !== ''),
  ...(page.length > 0 ? { page } : {}),
});

export const CONCEPTS: readonly Concept[] = [
  concept('name fullname label', 'name headline title'),
  concept('title headline heading', 'headline name title', 'title'),
  concept('alternatename alternativename alternativetitle', 'alternateName alternativeHeadline'),
  concept('subtitle subheadline subheading', 'alternativeHeadline'),
  concept('description desc details', 'description', 'description'),
  concept('abstract', 'abstract'),
  concept('url link href canonicalurl pageurl permalink webpage', 'url', 'url'),
  concept('website homepage websiteurl', 'url sameAs'),
  concept('sociallinks socialprofiles sameas', 'sameAs'),
  concept('image imageurl mainimage picture photo photourl thumbnail thumbnailurl coverimage heroimage', 'image thumbnailUrl primaryImageOfPage', 'image'),
  concept('images imageurls pictures photos gallery', 'image photo'),
  concept('logo logourl', 'logo'),
  concept('sitename site publication', 'publisher.name isPartOf.name', 'siteName'),
  concept('publisher publishername', 'publisher', 'siteName'),
  concept('author authorname authors byline writer writers writtenby creator', 'author creator', 'author'),
  concept('published publishedat publisheddate publishdate publicationdate datepublished publishedon publishedtime pubdate postedat releasedate', 'datePublished releaseDate uploadDate datePosted', 'publishedAt'),
  concept('date', 'datePublished startDate datePosted uploadDate'),
  concept('modified modifiedat modifieddate datemodified updated updatedat updateddate lastmodified lastupdated', 'dateModified', 'modifiedAt'),
  concept('created createdat datecreated', 'dateCreated'),
  concept('language lang locale inlanguage', 'inLanguage', 'language'),
  concept('keywords tags topics', 'keywords', 'keywords', 'meta:article:tag'),
  concept('section category categories genre genres', 'articleSection category genre recipeCategory', 'meta:article:section'),
  concept('body text articlebody fulltext', 'articleBody text reviewBody'),
  concept('wordcount', 'wordCount'),

  concept('price cost amount currentprice saleprice pricevalue unitprice', 'price offers.price offers.priceSpecification.price priceSpecification.price', 'meta:product:price:amount', 'meta:og:price:amount'),
  concept('lowprice minprice pricefrom', 'lowPrice offers.lowPrice'),
  concept('highprice maxprice priceto', 'highPrice offers.highPrice'),
  concept('currency pricecurrency currencycode', 'priceCurrency offers.priceCurrency offers.priceSpecification.priceCurrency priceSpecification.priceCurrency', 'meta:product:price:currency', 'meta:og:price:currency'),
  concept('availability stockstatus stock availabilitystatus instock isinstock available isavailable', 'availability offers.availability', 'meta:product:availability', 'meta:og:availability'),
  concept('condition itemcondition', 'itemCondition offers.itemCondition', 'meta:product:condition'),
  concept('pricevaliduntil', 'priceValidUntil offers.priceValidUntil'),
  concept('seller sellername vendor merchant shop', 'seller offers.seller'),
  concept('offers variants', 'offers hasVariant'),
  concept('brand brandname', 'brand manufacturer', 'meta:product:brand'),
  concept('manufacturer maker', 'manufacturer brand'),
  concept('sku articlenumber itemnumber productid', 'sku productID mpn'),
  concept('mpn partnumber', 'mpn'),
  concept('gtin ean upc barcode', 'gtin gtin13 gtin14 gtin12 gtin8'),
  concept('isbn', 'isbn workExample.isbn', 'meta:book:isbn'),
  concept('model modelnumber modelname', 'model'),
  concept('color colour', 'color', 'meta:product:color'),
  concept('material', 'material'),
  concept('size', 'size'),
  concept('weight', 'weight'),
  concept('specs specifications attributes features properties additionalproperties', 'additionalProperty'),
  concept('rating averagerating ratingvalue stars starrating score reviewscore', 'aggregateRating.ratingValue reviewRating.ratingValue ratingValue starRating.ratingValue'),
  concept('bestrating maxrating ratingscale', 'aggregateRating.bestRating reviewRating.bestRating bestRating'),
  concept('reviewcount numberofreviews numreviews reviewscount totalreviews', 'aggregateRating.reviewCount reviewCount aggregateRating.ratingCount'),
  concept('ratingcount numberofratings numratings ratingscount votes', 'aggregateRating.ratingCount ratingCount aggregateRating.reviewCount'),
  concept('reviews review comments', 'review reviews comment'),
  concept('reviewer reviewername', 'author'),

  concept('ingredients ingredient', 'recipeIngredient ingredients supply'),
  concept('instructions steps directions method preparation', 'recipeInstructions step'),
  concept('preptime preparationtime', 'prepTime'),
  concept('cooktime cookingtime', 'cookTime'),
  concept('totaltime', 'totalTime'),
  concept('duration runtime length', 'duration'),
  concept('servings yield serves portions recipeyield', 'recipeYield yield'),
  concept('cuisine', 'recipeCuisine servesCuisine'),
  concept('calories kcal', 'nutrition.calories calories'),
  concept('nutrition nutritionfacts', 'nutrition'),
  concept('protein', 'nutrition.proteinContent proteinContent'),
  concept('fat', 'nutrition.fatContent fatContent'),
  concept('carbs carbohydrates', 'nutrition.carbohydrateContent carbohydrateContent'),
  concept('diet diets', 'suitableForDiet'),

  concept('start startdate starts startsat startdatetime begins eventdate startat', 'startDate'),
  concept('end enddate ends endsat enddatetime endat', 'endDate'),
  concept('doortime doorsopen', 'doorTime'),
  concept('location venue venuename place', 'location contentLocation'),
  concept('address venueaddress fulladdress', 'address location.address'),
  concept('street streetaddress', 'streetAddress address.streetAddress location.address.streetAddress'),
  concept('city town locality', 'addressLocality address.addressLocality location.address.addressLocality jobLocation.address.addressLocality'),
  concept('region state province', 'addressRegion address.addressRegion location.address.addressRegion'),
  concept('zip zipcode postalcode postcode', 'postalCode address.postalCode location.address.postalCode'),
  concept('country', 'addressCountry address.addressCountry location.address.addressCountry jobLocation.address.addressCountry'),
  concept('latitude lat', 'geo.latitude latitude location.geo.latitude'),
  concept('longitude lng lon', 'geo.longitude longitude location.geo.longitude'),
  concept('organizer organiser organizername host', 'organizer'),
  concept('performer performers artist artists lineup speakers speaker', 'performer'),
  concept('eventstatus', 'eventStatus'),
  concept('attendancemode', 'eventAttendanceMode'),
  concept('ticketprice', 'offers.price'),
  concept('ticketurl ticketlink bookingurl', 'offers.url'),

  concept('phone telephone phonenumber', 'telephone contactPoint.telephone'),
  concept('email emailaddress', 'email contactPoint.email'),
  concept('openinghours hours', 'openingHours'),
  concept('pricerange', 'priceRange'),
  concept('founded foundingdate', 'foundingDate'),
  concept('employees numberofemployees', 'numberOfEmployees'),
  concept('jobtitle position role', 'jobTitle'),
  concept('employer worksfor', 'worksFor'),
  concept('company companyname hiringorganization', 'hiringOrganization worksFor'),
  concept('employmenttype jobtype', 'employmentType'),
  concept('salary basesalary', 'baseSalary'),
  concept('validthrough applicationdeadline deadline', 'validThrough'),
  concept('posted dateposted posteddate', 'datePosted'),
  concept('director directors', 'director'),
  concept('actors cast stars', 'actor actors'),
  concept('pages pagecount numberofpages', 'numberOfPages'),
  concept('question', 'name'),
  concept('answer', 'acceptedAnswer.text acceptedAnswer suggestedAnswer.text'),
  concept('faq faqs questions', 'mainEntity'),
  concept('breadcrumb breadcrumbs', 'breadcrumb'),
  concept('videourl', 'contentUrl embedUrl', 'meta:og:video'),
]; // prettier-ignore

const BY_NAME = new Map(
  CONCEPTS.flatMap((one) => one.names.map((name) => [name, one] as const)).reverse(), // the first definition wins
);

/** Concept of a property key (see `keyOf`). */
export function conceptOf(key: string): Concept | null {
  return BY_NAME.get(key) ?? null;
}
