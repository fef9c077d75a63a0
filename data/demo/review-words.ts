import { isWithin } from '../../src/modules/catalogue/catalogue.ts'

/** What the demo's customers say, by kind of product. Written for the project; no sentence comes from a real review. */

/** A sentence that holds for some of the categories of its vocabulary only. */
type Limited = { readonly only: RegExp; readonly text: string }
const on = (only: RegExp, text: string): Limited => ({ only, text })

type Sentences = readonly (string | Limited)[]

type Vocabularies = {
  /** Categories this is for, with everything below them; the first vocabulary that fits counts. */
  readonly categories: readonly string[]
  readonly opens: Sentences
  readonly likes: Sentences
  readonly dislikes: Sentences
  readonly questions: readonly (readonly [question: string, answer: string | null, only?: RegExp])[]
}

/** What can be said of products of one leaf category. */
export type Vocabulary = {
  readonly opens: readonly string[]
  readonly likes: readonly string[]
  readonly dislikes: readonly string[]
  readonly questions: readonly (readonly [question: string, answer: string | null])[]
}

export function vocabularyOf(categoryUri: string): Vocabulary {
  const found = vocabularies.find(({ categories }) =>
    categories.some((start) => start === '' || isWithin(categoryUri, start)),
  )
  if (found === undefined) throw new Error(`no words for ${categoryUri}`)
  const fitting = (sentences: Sentences) =>
    sentences.flatMap((one) => (typeof one === 'string' ? [one] : one.only.test(categoryUri) ? [one.text] : []))
  return {
    opens: fitting(found.opens),
    likes: fitting(found.likes),
    dislikes: fitting(found.dislikes),
    questions: found.questions.flatMap(([question, answer, only]) =>
      only === undefined || only.test(categoryUri) ? [[question, answer] as const] : [],
    ),
  }
}

const vocabularies: readonly Vocabularies[] = [
  {
    categories: ['kitchen/fridges/wine-fridges'],
    opens: ['Bought for a small but growing collection.', 'It went under the island bench.', 'A present to ourselves.'],
    likes: [
      'The temperature has stayed within a degree of where I set it.',
      'Bordeaux bottles go in without a fight and the labels can be read through the door.',
      'You only hear it when the house is completely quiet.',
      'The light is soft enough to leave on in the evening.',
      'Shelves slide out far enough to reach the back row.',
    ],
    dislikes: [
      'Champagne bottles cost you half a shelf.',
      'The count of bottles is only true if all of them are slim ones.',
      'The door needs more room to open fully than I had planned.',
    ],
    questions: [
      [
        'Can the door be hung on the other side?',
        'Please look for "Door opens" in the specifications: where it says reversible, the hinges can be moved, and the parts are in the box.',
      ],
      ['Do the shelves hold magnum bottles?', 'Magnums lie on the lowest shelf once the one above it is taken out.'],
    ],
  },
  {
    categories: ['kitchen/fridges', 'kitchen/freezers'],
    opens: [
      'Replaces a fridge that gave up after fourteen years.',
      on(/fridges\/(?!bar)|upright|chest/, 'We are a family of five and shop once a week.'),
      'Bought for a rental flat.',
      'Six weeks in now.',
      'We measured three times before we ordered.',
    ],
    likes: [
      on(/(top|bottom)-mount|french|side-by/, 'The crisper really does keep lettuce for more than a week.'),
      'It is quiet enough that we stopped noticing it after the first day.',
      on(/fridges/, 'The shelves can be moved without emptying the whole thing.'),
      on(/(top|bottom)-mount|french|side-by/, 'A full tray from the butcher fits flat on the middle shelf.'),
      'Fingerprints wipe off with a damp cloth.',
      on(/bottom-mount|upright/, 'The freezer drawers come all the way out.'),
      'It was down to temperature within a few hours.',
      on(/freezers/, 'Everything froze hard overnight.'),
      on(/chest/, 'The baskets lift out, so nothing is lost at the bottom.'),
      on(/bar-fridges/, 'Cans stay properly cold even on a hot verandah.'),
      on(/fridges/, 'The light reaches the back corners, which sounds small until you have had the other sort.'),
      'The power bill is visibly lower than with the old one.',
    ],
    dislikes: [
      on(/(top|bottom)-mount|french|side-by/, 'The door shelves are a little shallow for two litre milk.'),
      'The alarm is quick to complain when you unpack the shopping.',
      'The manual is thin and the settings took some guessing.',
      on(/(top|bottom)-mount|french|side-by/, 'The egg tray is useless.'),
      'You do need the air gap at the sides, so measure properly.',
    ],
    questions: [
      [
        'How much room do I need to leave around it?',
        'Leave the air gap that is drawn in the dimensions, usually 20 mm at the sides and 50 mm above. The fit check further up this page takes it into account.',
      ],
      [
        'Can it stand in a garage over summer?',
        'It works in rooms from 10 to 43 °C. A garage that gets hotter will make it run for longer and cost more.',
      ],
      [
        'Do the doors come off to get it through a narrow hallway?',
        'Yes, with a Phillips screwdriver. Tell our crew when they call and they will do it for you.',
        /french|side-by/,
      ],
      [
        'How long should it stand before I turn it on?',
        'If it travelled upright, as it does with us, an hour is enough.',
      ],
      ['Is there room for a 600 mm wide pizza tray?', null, /french|side-by/],
    ],
  },
  {
    categories: ['kitchen/ovens'],
    opens: [
      'I bake most weekends.',
      'Part of a kitchen renovation.',
      'Coming from a thirty year old oven, this is a revelation.',
      'We have had two roasts and a lot of biscuits out of it.',
    ],
    likes: [
      'Two trays of biscuits brown evenly without turning them round.',
      'It reaches 200 degrees in about ten minutes.',
      'The door closes softly and stays cool enough for curious toddlers.',
      'The controls make sense without the book.',
      on(/built-in|steam|double/, 'The rails slide well even with a heavy roasting dish.'),
      'Cleaning it took five minutes rather than an afternoon.',
      'The light shows what is happening without opening the door.',
    ],
    dislikes: [
      'The fan runs for a good while after you have turned it off.',
      'The clock has to be set again after every power cut.',
      'The grill is fierce at the back and shy at the front.',
      'The handle shows every fingerprint.',
    ],
    questions: [
      [
        'Does it come with a plug or does it have to be wired in?',
        'It has to be connected by a licensed electrician. We can do that for you: choose installation when you buy it.',
        /built-in|steam|double/,
      ],
      [
        'What size should the cut-out be?',
        'The opening is given in the installation guide; measure yours before you order, older kitchens are often a few millimetres tighter.',
        /built-in|steam|double/,
      ],
      ['How many trays are in the box?', 'One deep tray, one flat tray and one wire rack.'],
    ],
  },
  {
    categories: ['kitchen/cooktops', 'kitchen/rangehoods'],
    opens: [
      'Installed three months ago.',
      'We cook every night.',
      'Chosen together with the kitchen maker.',
      'Replaced a unit of the same width, so it was a straight swap.',
    ],
    likes: [
      on(/cooktops/, 'It does exactly what it should on the lowest setting, which our old one never did.'),
      'Cleaning is a wipe and nothing more.',
      'It looks as good in our kitchen as it did in the showroom.',
      'It feels solid and well finished.',
      on(/rangehoods/, 'No smell of onions in the hall any more.'),
      on(/rangehoods/, 'The lights are bright enough to cook by.'),
      on(/cooktops/, 'The knobs and keys react at once.'),
      'The installer was finished in under an hour.',
      on(/cooktops/, 'There is room for four large pans without them touching.'),
      on(/rangehoods/, 'On the middle speed we can still talk to each other.'),
    ],
    dislikes: [
      on(/rangehoods/, 'On full power it is loud.'),
      on(/induction|ceramic/, 'The touch keys do not like wet fingers.'),
      'The instructions for the installer were not the clearest.',
      on(/cooktops/, 'It scratches more easily than I expected.'),
    ],
    questions: [
      [
        'Can I use my existing ducting of 150 mm?',
        'Yes, 150 mm is what it is made for. An adapter for 125 mm costs it about a fifth of its power.',
        /rangehoods/,
      ],
      [
        'Can it run on bottled gas?',
        'Yes, the jets for LPG are in the box. A licensed gas fitter has to change them.',
        /gas-cooktops/,
      ],
      [
        'Does it need a circuit of its own?',
        'An electrician must decide that in your house; with most homes a circuit of its own is required above 3.6 kW.',
        /induction|ceramic/,
      ],
      ['Are replacement filters easy to get?', 'Yes, we keep them. Call us with the model number.', /rangehoods/],
    ],
  },
  {
    categories: ['kitchen/microwaves', 'small-appliances'],
    opens: [
      'Used every day since it came.',
      on(/small-appliances/, 'A wedding present that I did not return.'),
      'Bought after reading far too many tests.',
      'Second one, the first went to my daughter.',
    ],
    likes: [
      on(/small-appliances|benchtop/, 'It looks good enough to stay on the bench.'),
      'It is simple: no forty programs nobody uses.',
      on(/blenders|mixers|processors|fryers|rice-cookers/, 'Easy to take apart and clean.'),
      'It is quicker than the one it replaced.',
      'It does one thing and does it well.',
      'The controls are clear without the book.',
      on(/kettles|blenders|mixers/, 'The cord is long enough to reach behind the toaster.'),
      on(/blenders|mixers|processors/, 'It stands firmly and does not wander about.'),
      'Quiet enough for early mornings.',
    ],
    dislikes: [
      on(/microwaves|fryers|rice-cookers/, 'The beeps cannot be turned off.'),
      'The steel shows fingerprints.',
      on(/small-appliances/, 'It is taller than it looks in the picture, so check your shelf.'),
      on(/kettles|blenders|rice-cookers/, 'The markings on the inside are hard to read.'),
    ],
    questions: [
      [
        'Are the loose parts safe in the dishwasher?',
        'Yes, on the top rack. The base itself must only be wiped.',
        /blenders|mixers|processors|fryers|rice-cookers/,
      ],
      ['How long is the cord?', 'About 90 cm.', /small-appliances|benchtop/],
      ['Is there a spare parts service for it?', null],
    ],
  },
  {
    categories: ['kitchen/dishwashers'],
    opens: [
      on(/freestanding|built-in/, 'Two adults, two teenagers, one dishwasher.'),
      'It runs every evening at ten.',
      'Swapped for one that no longer cleaned the glasses.',
      'After a month of daily use.',
    ],
    likes: [
      'Glasses come out clear, also in the corners.',
      on(/freestanding|built-in/, 'The top rack moves up and down with plates in it.'),
      'From the next room you cannot tell whether it is on.',
      on(/freestanding|built-in/, 'The cutlery tray gives you the whole lower rack for pans.'),
      'The short program is good enough for most evenings.',
      'It dries plastic boxes better than any we have had.',
    ],
    dislikes: [
      'The eco program takes its time, though that is how it saves.',
      'Tall wine glasses only fit in one row.',
      'The filter wants cleaning more often than the manual says.',
      'Plastic lids still come out wet.',
    ],
    questions: [
      [
        'Is the inlet hose long enough to reach the other side of the sink?',
        'The hose is 1.5 m. An extension is available from our accessories.',
      ],
      ['Does it connect to hot or cold water?', 'Cold. It heats what it needs.'],
      [
        'Can I put my own door panel on it?',
        'Only on models whose name says integrated. The weight your panel may have is in the installation guide.',
        /built-in/,
      ],
    ],
  },
  {
    categories: ['kitchen/coffee-machines'],
    opens: [
      'Two flat whites every morning, four on Sundays.',
      'I came from a capsule machine.',
      'It took a week to learn its ways.',
      'The café down the road misses me.',
    ],
    likes: [
      'The milk comes out silky once you have the knack.',
      'It is hot and ready before the toast is.',
      'The grinder is quieter than the one I had on its own.',
      'Cleaning after use is a matter of seconds.',
      'The shot is consistent from cup to cup.',
    ],
    dislikes: [
      'The drip tray fills quickly.',
      on(/espresso/, 'The water tank has to come out to the back.'),
      'It asks to be descaled just when guests arrive.',
      'The steam is a little weak for large jugs.',
    ],
    questions: [
      ['Can I use ground coffee as well as beans?', 'Yes, there is a chute for one measure of ground coffee.'],
      ['How high a cup fits underneath?', 'Cups of up to 12 cm with the tray in place.'],
    ],
  },
  {
    categories: ['kitchen/sinks-and-taps', 'laundry/laundry-tubs'],
    opens: [
      'Part of a full renovation.',
      'Our plumber recommended the size.',
      on(/sinks|tubs/, 'Fitted over the old cut-out without trouble.'),
    ],
    likes: [
      'Heavy and well made.',
      'Water spots wipe off easily.',
      'The plumber had it in before lunch.',
      'It has kept its shine through a year of use.',
      on(/kitchen-sinks/, 'Deep enough for the oven trays.'),
      on(/taps$/, 'The handle moves smoothly and stays where you put it.'),
      on(/kitchen-/, 'The finish matches the handles of our kitchen.'),
    ],
    dislikes: [
      'The fittings in the box were not the ones our plumber needed.',
      'It took two goes to get it level.',
      on(/kitchen-sinks/, 'Tea leaves marks if you let it stand.'),
      on(/taps$/, 'The hose is stiff in the first weeks.'),
    ],
    questions: [
      ['Is the waste included?', 'Yes, basket waste and plug are in the box. The trap is not.', /kitchen-sinks|tubs/],
      ['Does it suit mains pressure hot water?', 'Yes, up to 500 kPa, as the standard for new homes asks.', /taps$/],
    ],
  },
  {
    categories: ['laundry/irons'],
    opens: ['Five school shirts every Sunday.', 'My old one leaked.', 'Bought for linen, which shows everything.'],
    likes: [
      'It glides over linen without a second pass.',
      'Hot in under a minute.',
      'The steam gets through a folded sheet.',
      'The cord turns with the hand.',
      'Light enough for a whole basket.',
    ],
    dislikes: [
      'The tank is small for a long session.',
      'It drips if you start too early.',
      'The heel is narrow, so put it down with care.',
    ],
    questions: [
      ['Can I use tap water?', 'Yes. Where water is hard, mix it half and half with distilled water.'],
      ['How long is the cord?', 'About 2 m.'],
    ],
  },
  {
    categories: ['laundry/washing-machines', 'laundry/dryers'],
    opens: [
      'Family of five, a load or two each day.',
      'Bought when the old one walked across the laundry.',
      'In a cupboard in a flat, so noise mattered.',
      'Three months of school uniforms and football gear.',
    ],
    likes: [
      on(/washing-machines/, 'Spins so dry that towels need half the time on the line.'),
      'The quick program is honest about its time.',
      on(/washing-machines/, 'It does not shake, even on timber floors.'),
      on(/washing-machines/, 'Wool came out the size it went in.'),
      on(/front-load|combos|laundry\/dryers/, 'The door opens wide and the drum is easy to fill.'),
      'It tells you the time left and keeps to it.',
      on(/laundry\/dryers/, 'The lint filter pulls out with one hand.'),
      'It hums rather than roars.',
      on(/laundry\/dryers/, 'Shirts come out with hardly a crease.'),
    ],
    dislikes: [
      on(/front-load|combos/, 'The drawer keeps a little water.'),
      'The melody at the end is long; it can be turned off, but you have to look for it.',
      'The display is hard to read in bright light.',
      on(/washing-machines/, 'The eco cycle runs for ages.'),
      on(/washing-machines/, 'The hose could be longer.'),
    ],
    questions: [
      [
        'Can it be stacked?',
        'A dryer can stand on a front load washer of the same maker with the stacking kit from our accessories.',
        /front-load|heat-pump/,
      ],
      ['Does it take hot water from the tap?', 'It connects to cold water and heats it itself.', /washing-machines/],
      [
        'How deep is it with the hoses connected?',
        'Add about 5 cm to the depth in the specifications.',
        /washing-machines/,
      ],
      ['Does it remember the last program?', null],
    ],
  },
  {
    categories: ['floor-care'],
    opens: [
      'Two dogs, one rug, timber floors.',
      on(/vacuums/, 'For a three bedroom house on one level.'),
      'I was sceptical.',
      on(/stick/, 'Bought to replace a heavy barrel.'),
    ],
    likes: [
      'It picks up dog hair from the rug in one pass.',
      'Quiet enough to use while somebody reads.',
      'Corners and skirting boards come clean too.',
      on(/robot/, 'It finds its way home and starts again by itself.'),
      on(/stick|barrel/, 'Light enough to carry up the stairs.'),
      on(/stick|robot/, 'Gets under the sofa without moving it.'),
      'The bin empties without a cloud.',
      on(/stick|robot/, 'One charge does the whole house on the normal setting.'),
      on(/stick|barrel/, 'The head turns round chair legs easily.'),
    ],
    dislikes: [
      on(/stick|robot/, 'On full power the battery is gone in no time.'),
      'Long hair winds round the brush.',
      'The bin is small.',
      on(/stick/, 'The wall bracket needs better screws than the ones in the box.'),
    ],
    questions: [
      ['Can the battery be replaced?', 'Yes, it comes out with one latch, and we sell it on its own.', /stick|robot/],
      ['Is the filter washable?', 'Rinse it under the tap once a month and let it dry for a day.'],
    ],
  },
  {
    categories: ['heating-and-cooling'],
    opens: [
      'For a west facing bedroom.',
      on(/air-conditioners|fans/, 'Tested in the first heatwave of the year.'),
      on(/air-conditioners|fans/, 'We work from home and the study gets hot.'),
      'Weatherboard house, no insulation to speak of.',
    ],
    likes: [
      on(/air-conditioners|heaters/, 'The room is comfortable within a quarter of an hour.'),
      'On the lowest setting you can sleep next to it.',
      on(/purifiers/, 'The dust on the shelves is less after a week.'),
      on(/dehumidifiers/, 'The wardrobe no longer smells damp.'),
      'Set up in the time it takes to boil a kettle.',
      on(/air-conditioners|fans/, 'The remote is plain and readable in the dark.'),
      'The timer does what you tell it.',
      'Looks better than most, and takes little room.',
      on(/air-conditioners|dehumidifiers/, 'The filter slides out and rinses clean.'),
    ],
    dislikes: [
      on(/air-conditioners|fans|purifiers|dehumidifiers/, 'On the top setting you need to turn up the television.'),
      'The light on the front is bright at night.',
      on(/fans|heaters|purifiers|dehumidifiers/, 'The cord comes out on the wrong side for us.'),
      on(/air-conditioners|heaters/, 'It takes a while in rooms with high ceilings.'),
      on(/air-conditioners|fans/, 'The remote has no place on the unit.'),
    ],
    questions: [
      [
        'Is it strong enough for a room of 30 square metres?',
        'Compare "Suits rooms up to" in the specifications with your room; add a quarter for large windows to the west.',
        /air-conditioners|heaters|purifiers/,
      ],
      [
        'How loud is it on the lowest setting?',
        'The figure in the specifications is for the lowest setting, one metre away.',
        /air-conditioners|fans|purifiers|dehumidifiers/,
      ],
    ],
  },
  {
    categories: ['tv-and-audio'],
    opens: [
      on(/televisions/, 'Upgraded from a set that was ten years old.'),
      on(/televisions|soundbars/, 'Sits four metres from the couch.'),
      'Set up in under half an hour.',
      on(/speakers/, 'Bought for the kitchen, then one more for the bathroom.'),
      on(/televisions|soundbars/, 'Mostly for films and the football.'),
    ],
    likes: [
      on(/televisions/, 'Fast sport stays sharp.'),
      on(/televisions|soundbars/, 'Voices are clear without subtitles now.'),
      on(/televisions/, 'The menus are quick.'),
      'It found the network and the other devices by itself.',
      'Well made, and it looks it.',
      'It does what I bought it for, every day.',
      on(/soundbars|speakers/, 'Plenty of bass for its size.'),
      on(/televisions/, 'Dark scenes show what is in them.'),
      on(/soundbars|speakers/, 'Sound fills the room without rattling.'),
    ],
    dislikes: [
      on(/televisions/, 'The remote has too many buttons for services I do not have.'),
      on(/televisions/, 'The feet are wide, so check your cabinet.'),
      on(/televisions/, 'Out of the box the picture is far too blue.'),
      'The manual is only online.',
      'The cable in the box is too short.',
      on(/soundbars|speakers/, 'The app wants an update every week.'),
    ],
    questions: [
      [
        'Which wall bracket fits?',
        'Any bracket of the VESA size in the specifications that carries its weight.',
        /televisions/,
      ],
      [
        'Does it work with a set that has no eARC?',
        'Yes, by the optical input where the specifications list one.',
        /soundbars/,
      ],
      ['Can I connect my old record player?', 'With a phono stage in between, to any analogue input.', /speakers/],
    ],
  },
  {
    categories: ['living/sofas', 'living/armchairs', 'outdoor/outdoor-lounges'],
    opens: [
      'We sat on a dozen before choosing.',
      'Arrived on the day, carried up two flights.',
      'Six months of daily use by all of us and the cat.',
      'Bought unseen, which felt brave.',
    ],
    likes: [
      'Firmer than it looks, and our backs thank us.',
      'The colour is exactly that of the picture in daylight.',
      'Solid: nothing creaks or moves.',
      'Spills came out with a damp cloth.',
      'It was together in twenty minutes with the tools in the box.',
      'The proportions suit a small room.',
      'Guests ask where it is from.',
    ],
    dislikes: [
      'It smelled of new furniture for about a week.',
      'The seat is deep, so short legs need a cushion.',
      'One screw was missing; a new one came two days later.',
      'It is heavy, do not plan to move it often.',
      'It shows pet hair.',
    ],
    questions: [
      [
        'Will it go through a door of 76 cm?',
        'Compare the smallest of its measures with your door. Our crew can take off the feet, and carries it to the room you choose.',
      ],
      ['Can I get a sample of the material?', 'Yes, call us and we will post one.'],
      [
        'Does it come assembled?',
        'See "Assembly" in the specifications. Our crew attaches the legs when it is delivered.',
      ],
    ],
  },
  {
    categories: ['bedroom/mattresses'],
    opens: [
      'We lay on a dozen before choosing.',
      'Three weeks in.',
      'For the guest room, and now everybody wants it.',
      'My back was the reason.',
    ],
    likes: [
      'Firmer than the last one, and our backs thank us.',
      'You do not feel it when the other one turns over.',
      'It keeps its shape right to the edge.',
      'It is never too hot, even in January.',
      'The cover comes up well after a spill.',
    ],
    dislikes: [
      'It smelled of foam for about a week.',
      'It is heavy to turn.',
      'Our fitted sheets are a little shallow for it.',
    ],
    questions: [
      ['Does it have to be turned?', 'Turn it head to foot every three months in the first year, then twice a year.'],
      ['Can I use it on slats?', 'Yes, if the gaps between the slats are 7 cm or less.'],
    ],
  },
  {
    categories: ['bedroom/beds'],
    opens: [
      'Put together on a Sunday morning.',
      'Carried up two flights.',
      'For a room of three by four metres.',
      'We kept our mattress.',
    ],
    likes: [
      'Solid: nothing creaks or moves.',
      'The slats are close together and do not slip.',
      'All holes were where they should be.',
      'The headboard is the right height for reading.',
      'The proportions suit a small room.',
    ],
    dislikes: [
      'You want two people for it.',
      'The instructions are drawings only.',
      'The packaging filled our recycling for a fortnight.',
    ],
    questions: [
      ['Will it go through a door of 76 cm?', 'It comes in flat boxes that do.'],
      ['Are the slats included?', 'Yes, slats and a centre rail are in the box. The mattress is not.'],
    ],
  },
  {
    categories: ['office/office-chairs', 'dining/dining-chairs', 'dining/bar-stools', 'dining/benches'],
    opens: [
      'Bought for a long table.',
      'We sat on several before choosing.',
      'We needed something that would survive children.',
    ],
    likes: [
      'Comfortable for a whole evening.',
      'Stable, also on an uneven floor.',
      'Wipes clean.',
      'Well made; the seams are straight.',
      on(/office-chairs/, 'It adjusts to my height and stays there.'),
    ],
    dislikes: [
      'A little lower than I expected.',
      'It took a week to get used to.',
      on(/office-chairs/, 'The castors mark soft timber.'),
    ],
    questions: [
      ['How much weight does it carry?', 'The load is given in the specifications for each seat.'],
      ['Can I get a sample of the material?', 'Yes, call us and we will post one.'],
    ],
  },
  {
    categories: ['outdoor/barbecues'],
    opens: ['A roast on the first Sunday.', 'Replaces one that rusted through.', 'We cook outside all summer.'],
    likes: [
      'It heats evenly from left to right.',
      'Lid down, it holds its temperature.',
      'The grease tray slides out from the front.',
      'Steaks come off with proper marks.',
      'It lights at the first try.',
    ],
    dislikes: ['You want two people to put it together.', 'The cover is extra.', 'The shelf at the side is small.'],
    questions: [
      ['Is there a cover for it?', 'Yes, see the accessories.'],
      ['Can it stay outside?', 'Under a cover, yes. Salt air needs a wipe with oil now and then.'],
    ],
  },
  {
    categories: ['dining', 'bedroom', 'office', 'outdoor', 'living'],
    opens: [
      'Goes with what we had.',
      'We needed something that would survive children.',
      'Put together on a Sunday morning.',
      'For a room of three by four metres.',
    ],
    likes: [
      'It is even better looking than in the pictures.',
      on(/sideboards|tv-units|chests|bedside|wardrobes/, 'Drawers run smoothly and close softly.'),
      'Stable, also on an uneven floor.',
      'All holes were where they should be.',
      on(/tables|desks/, 'Hot cups have left no marks so far.'),
      'The edges are rounded, which matters at toddler height.',
      on(/bookcases/, 'The shelves do not sag under two rows of books.'),
      on(/tv-units/, 'There is a place for every cable.'),
      on(/wardrobes/, 'Twice the hanging space of the old one.'),
      'The finish has no flaw that I could find.',
    ],
    dislikes: [
      'The pictures make it look lighter than it is.',
      'The instructions are drawings only.',
      on(/tables|desks|sideboards/, 'You want two people for the top.'),
      'The packaging filled our recycling for a fortnight.',
    ],
    questions: [
      [
        'Is it solid timber or veneer?',
        'The material is in the specifications; where it says veneer, the core is engineered board.',
        /^(?!outdoor)/,
      ],
      ['How much weight does it carry?', 'The load is given in the specifications for each shelf or seat.'],
      ['Can it stand outside under a roof?', null, /outdoor/],
    ],
  },
  {
    categories: ['lighting-and-decor'],
    opens: [on(/lamps/, 'For a dark corner of the living room.'), 'Bought a pair.', 'It changed the room.'],
    likes: [
      on(/lamps/, 'Warm light and no glare.'),
      on(/floor-lamps|table-lamps/, 'Heavier base than I expected, so it stays put.'),
      'The finish is even and feels dear.',
      on(/rugs/, 'Soft under bare feet, and it does not slip.'),
      on(/rugs/, 'Crumbs come out with one pass of the vacuum.'),
      on(/mirrors/, 'It makes a narrow hall look twice as wide.'),
      'True to the colours on the screen.',
      'Packed so well that nothing could happen to it.',
    ],
    dislikes: [
      on(/lamps/, 'No globe in the box.'),
      on(/floor-lamps|table-lamps/, 'The cord is short.'),
      'Smaller than I had imagined, so do measure.',
      'The colour is a shade darker than on my screen.',
    ],
    questions: [
      [
        'Does it come with everything to put it up?',
        'Yes, whatever has to be fixed comes with its screws.',
        /mirrors|pendant/,
      ],
      [
        'Can I send it back if the colour does not suit?',
        'Yes, unused and in its packaging, within 30 days.',
        /rugs|mirrors/,
      ],
      ['Which globe does it take?', 'See "Bulb fitting" in the specifications; LED globes of any make fit.', /lamps/],
      ['Can it be dimmed?', 'With a dimmable globe, yes.', /lamps/],
    ],
  },
  {
    categories: [''],
    opens: ['Does what it says.', 'Ordered together with the machine.', 'Bought a spare as well.'],
    likes: ['Fits exactly.', 'Better made than the one it replaces.', 'Came well packed.', 'It went on in a minute.'],
    dislikes: ['Dear for what it is.', 'No instructions in the box.', 'The pack could be smaller.'],
    questions: [
      [
        'Does it fit models of other makers?',
        'It is made for the models in the description; with others we cannot promise it.',
      ],
    ],
  },
]

/** Headlines by stars given. */
// A table, one row a line.
// prettier-ignore
export const headlines: Readonly<Record<1 | 2 | 3 | 4 | 5, readonly string[]>> = {
  1: ['Not for us', 'Sent it back', 'Expected more'],
  2: ['Disappointing', 'Has its faults', 'Would not buy it again'],
  3: ['Does the job', 'Good and less good', 'All right for the price', 'Middling'],
  4: ['Very good, not perfect', 'Happy with it', 'Nearly everything we wanted', 'Good value', 'Solid choice'],
  5: ['Could not be happier', 'Exactly what we needed', 'Best purchase of the year', 'Wonderful', 'Should have bought it sooner', 'Highly recommended'],
}

// A table, one row a line.
// prettier-ignore
export const closes: Readonly<Record<1 | 2 | 3 | 4 | 5, readonly string[]>> = {
  1: ['The return was easy, at least.', 'We have gone back to another model.'],
  2: ['For the money I hoped for more.', 'It will stay, but only just.'],
  3: ['Fine if you know about that.', 'I would look around again next time.'],
  4: ['Would buy again.', 'A small thing; otherwise very pleased.', 'Recommended all the same.'],
  5: ['Would buy again tomorrow.', 'Delivery was on the day and careful, too.', 'No regrets.', 'My sister has ordered one since.'],
}

/** The shop's words to a review that names something it can help with. */
export const replies: readonly string[] = [
  'Thank you for telling us. Please call us: there is often a setting or a part that puts this right, and we are glad to look at it with you.',
  'We are sorry that it is not what you hoped for. Please get in touch, and we will see what we can do.',
  'Thank you. We have passed this on to the maker.',
]

export const givenNames: readonly string[] = [
  'Aroha',
  'Ben',
  'Carla',
  'Dinesh',
  'Ella',
  'Farid',
  'Grace',
  'Hamish',
  'Ingrid',
  'Jack',
  'Kiri',
  'Liam',
  'Mei',
  'Nadia',
  'Oliver',
  'Priya',
  'Quentin',
  'Rosa',
  'Sione',
  'Tom',
  'Una',
  'Vera',
  'Will',
  'Xiu',
  'Yasmin',
  'Zoe',
  'Harriet',
  'Marco',
]
