/** What the demo's customers say, by kind of product. Written for the project; no sentence comes from a real review. */

export type Vocabulary = {
  /** Beginnings of category addresses this is for; the first vocabulary that fits counts. */
  readonly categories: readonly string[]
  readonly opens: readonly string[]
  readonly likes: readonly string[]
  readonly dislikes: readonly string[]
  readonly questions: readonly (readonly [question: string, answer: string | null])[]
}

export const vocabularies: readonly Vocabulary[] = [
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
      ['Can the door be hung on the other side?', 'Please look for "Door opens" in the specifications: where it says reversible, the hinges can be moved, and the parts are in the box.'],
      ['Do the shelves hold magnum bottles?', 'Magnums lie on the lowest shelf once the one above it is taken out.'],
    ],
  },
  {
    categories: ['kitchen/fridges', 'kitchen/freezers'],
    opens: [
      'Replaces a fridge that gave up after fourteen years.',
      'We are a family of five and shop once a week.',
      'Bought for a rental flat.',
      'Six weeks in now.',
      'We measured three times before we ordered.',
    ],
    likes: [
      'The crisper really does keep lettuce for more than a week.',
      'It is quiet enough that we stopped noticing it after the first day.',
      'The shelves can be moved without emptying the whole thing.',
      'A full tray from the butcher fits flat on the middle shelf.',
      'Fingerprints wipe off with a damp cloth.',
      'The freezer drawers come all the way out.',
      'It was down to temperature within a few hours.',
      'The light reaches the back corners, which sounds small until you have had the other sort.',
      'The power bill is visibly lower than with the old one.',
    ],
    dislikes: [
      'The door shelves are a little shallow for two litre milk.',
      'The alarm is quick to complain when you unpack the shopping.',
      'The manual is thin and the settings took some guessing.',
      'The egg tray is useless.',
      'You do need the air gap at the sides, so measure properly.',
    ],
    questions: [
      ['How much room do I need to leave around it?', 'Leave the air gap that is drawn in the dimensions, usually 20 mm at the sides and 50 mm above. The fit check further up this page takes it into account.'],
      ['Can it stand in a garage over summer?', 'It works in rooms from 10 to 43 °C. A garage that gets hotter will make it run for longer and cost more.'],
      ['Do the doors come off to get it through a narrow hallway?', 'Yes, with a Phillips screwdriver. Tell our crew when they call and they will do it for you.'],
      ['How long should it stand before I turn it on?', 'If it travelled upright, as it does with us, an hour is enough.'],
      ['Is there room for a 600 mm wide pizza tray?', null],
    ],
  },
  {
    categories: ['kitchen/ovens'],
    opens: ['I bake most weekends.', 'Part of a kitchen renovation.', 'Coming from a thirty year old oven, this is a revelation.', 'We have had two roasts and a lot of biscuits out of it.'],
    likes: [
      'Two trays of biscuits brown evenly without turning them round.',
      'It reaches 200 degrees in about ten minutes.',
      'The door closes softly and stays cool enough for curious toddlers.',
      'The controls make sense without the book.',
      'The rails slide well even with a heavy roasting dish.',
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
      ['Does it come with a plug or does it have to be wired in?', 'It has to be connected by a licensed electrician. We can do that for you: choose installation when you buy it.'],
      ['What size should the cut-out be?', 'The opening is given in the installation guide; measure yours before you order, older kitchens are often a few millimetres tighter.'],
      ['How many trays are in the box?', 'One deep tray, one flat tray and one wire rack.'],
    ],
  },
  {
    categories: ['kitchen/cooktops', 'kitchen/rangehoods'],
    opens: ['Installed three months ago.', 'We cook every night.', 'Chosen together with the kitchen maker.', 'Replaced a unit of the same width, so it was a straight swap.'],
    likes: [
      'It does exactly what it should on the lowest setting, which our old one never did.',
      'Cleaning is a wipe and nothing more.',
      'The knobs and keys react at once.',
      'The installer was finished in under an hour.',
      'There is room for four large pans without them touching.',
      'On the middle speed we can still talk to each other.',
    ],
    dislikes: [
      'On full power it is loud.',
      'The touch keys do not like wet fingers.',
      'The instructions for the installer were not the clearest.',
      'It scratches more easily than I expected.',
    ],
    questions: [
      ['Can I use my existing ducting of 150 mm?', 'Yes, 150 mm is what it is made for. An adapter for 125 mm costs it about a fifth of its power.'],
      ['Does it need a circuit of its own?', 'An electrician must decide that in your house; with most homes a circuit of its own is required above 3.6 kW.'],
      ['Are replacement filters easy to get?', 'Yes, we keep them. Call us with the model number.'],
    ],
  },
  {
    categories: ['kitchen/microwaves', 'small-appliances'],
    opens: ['Used every day since it came.', 'A wedding present that I did not return.', 'Bought after reading far too many tests.', 'Second one, the first went to my daughter.'],
    likes: [
      'It looks good enough to stay on the bench.',
      'It is simple: no forty programs nobody uses.',
      'Easy to take apart and clean.',
      'It is quicker than the one it replaced.',
      'The cord is long enough to reach behind the toaster.',
      'It stands firmly and does not wander about.',
      'Quiet enough for early mornings.',
    ],
    dislikes: [
      'The beeps cannot be turned off.',
      'The steel shows fingerprints.',
      'It is taller than it looks in the picture, so check your shelf.',
      'The markings on the inside are hard to read.',
    ],
    questions: [
      ['Are the loose parts safe in the dishwasher?', 'Yes, on the top rack. The base itself must only be wiped.'],
      ['How long is the cord?', 'About 90 cm.'],
      ['Is there a spare parts service for it?', null],
    ],
  },
  {
    categories: ['kitchen/dishwashers'],
    opens: ['Two adults, two teenagers, one dishwasher.', 'It runs every evening at ten.', 'Swapped for one that no longer cleaned the top rack.', 'After a month of daily use.'],
    likes: [
      'Glasses come out clear, also in the corners.',
      'The top rack moves up and down with plates in it.',
      'From the next room you cannot tell whether it is on.',
      'The cutlery tray gives you the whole lower rack for pans.',
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
      ['Is the inlet hose long enough to reach the other side of the sink?', 'The hose is 1.5 m. An extension is available from our accessories.'],
      ['Does it connect to hot or cold water?', 'Cold. It heats what it needs.'],
      ['Can I put my own door panel on it?', 'Only on models whose name says integrated. The weight your panel may have is in the installation guide.'],
    ],
  },
  {
    categories: ['kitchen/coffee-machines'],
    opens: ['Two flat whites every morning, four on Sundays.', 'I came from a capsule machine.', 'It took a week to learn its ways.', 'The café down the road misses me.'],
    likes: [
      'The milk comes out silky once you have the knack.',
      'It is hot and ready before the toast is.',
      'The grinder is quieter than the one I had on its own.',
      'Cleaning after use is a matter of seconds.',
      'The shot is consistent from cup to cup.',
    ],
    dislikes: [
      'The drip tray fills quickly.',
      'The water tank has to come out to the back.',
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
    opens: ['Part of a full renovation.', 'Our plumber recommended the size.', 'Fitted over the old cut-out without trouble.'],
    likes: [
      'Heavy and well made.',
      'Water spots wipe off easily.',
      'Deep enough for the oven trays.',
      'The handle moves smoothly and stays where you put it.',
      'The finish matches the handles of our kitchen.',
    ],
    dislikes: ['The fittings in the box were not the ones our plumber needed.', 'Tea leaves marks if you let it stand.', 'The hose is stiff in the first weeks.'],
    questions: [
      ['Is the waste included?', 'Yes, basket waste and plug are in the box. The trap is not.'],
      ['Does it suit mains pressure hot water?', 'Yes, up to 500 kPa, as the standard for new homes asks.'],
    ],
  },
  {
    categories: ['laundry'],
    opens: ['Family of five, a load or two each day.', 'Bought when the old one walked across the laundry.', 'In a cupboard in a flat, so noise mattered.', 'Three months of school uniforms and football gear.'],
    likes: [
      'Spins so dry that towels need half the time on the line.',
      'The quick program is honest about its time.',
      'It does not shake, even on timber floors.',
      'Wool came out the size it went in.',
      'The door opens wide and the drum is easy to fill.',
      'It tells you the time left and keeps to it.',
      'The lint filter pulls out with one hand.',
      'It hums rather than roars.',
    ],
    dislikes: [
      'The drawer keeps a little water.',
      'The melody at the end is long; it can be turned off, but you have to look for it.',
      'The eco cycle runs for ages.',
      'The hose could be longer.',
    ],
    questions: [
      ['Can it be stacked?', 'A dryer can stand on a front load washer of the same maker with the stacking kit from our accessories.'],
      ['Does it take hot water from the tap?', 'It connects to cold water and heats it itself.'],
      ['How deep is it with the hoses connected?', 'Add about 5 cm to the depth in the specifications.'],
      ['Does it remember the last program?', null],
    ],
  },
  {
    categories: ['floor-care'],
    opens: ['Two dogs, one rug, timber floors.', 'For a three bedroom house on one level.', 'I was sceptical.', 'Bought to replace a heavy barrel.'],
    likes: [
      'It picks up dog hair from the rug in one pass.',
      'Light enough to carry up the stairs.',
      'Gets under the sofa without moving it.',
      'The bin empties without a cloud.',
      'One charge does the whole house on the normal setting.',
      'The head turns round chair legs easily.',
    ],
    dislikes: [
      'On full power the battery is gone in no time.',
      'Long hair winds round the brush.',
      'The bin is small.',
      'The wall bracket needs better screws than the ones in the box.',
    ],
    questions: [
      ['Can the battery be replaced?', 'Yes, it comes out with one latch, and we sell it on its own.'],
      ['Is the filter washable?', 'Rinse it under the tap once a month and let it dry for a day.'],
    ],
  },
  {
    categories: ['heating-and-cooling'],
    opens: ['For a west facing bedroom.', 'Tested in the first heatwave of the year.', 'We work from home and the study gets hot.', 'Weatherboard house, no insulation to speak of.'],
    likes: [
      'The room is comfortable within a quarter of an hour.',
      'On the lowest setting you can sleep next to it.',
      'The remote is plain and readable in the dark.',
      'The timer does what you tell it.',
      'Looks better than most, and takes little room.',
      'The filter slides out and rinses clean.',
    ],
    dislikes: [
      'On the top setting you need to turn up the television.',
      'The light on the front is bright at night.',
      'It takes a while in rooms with high ceilings.',
      'The remote has no place on the unit.',
    ],
    questions: [
      ['Is it strong enough for a room of 30 square metres?', 'Compare "Suits rooms up to" in the specifications with your room; add a quarter for large windows to the west.'],
      ['How loud is it on the lowest setting?', 'The figure in the specifications is for the lowest setting, one metre away.'],
    ],
  },
  {
    categories: ['tv-and-audio'],
    opens: ['Upgraded from a set that was ten years old.', 'Sits four metres from the couch.', 'Set up in under half an hour.', 'Mostly for films and the football.'],
    likes: [
      'Fast sport stays sharp.',
      'Voices are clear without subtitles now.',
      'The menus are quick.',
      'It found the network and the other devices by itself.',
      'Dark scenes show what is in them.',
      'Sound fills the room without rattling.',
    ],
    dislikes: [
      'The remote has too many buttons for services I do not have.',
      'The feet are wide, so check your cabinet.',
      'Out of the box the picture is far too blue.',
      'The manual is only online.',
    ],
    questions: [
      ['Which wall bracket fits?', 'Any bracket of the VESA size in the specifications that carries its weight.'],
      ['Can I connect my old record player?', 'With a phono stage in between, to any analogue input.'],
    ],
  },
  {
    categories: ['living', 'bedroom/mattresses', 'bedroom/beds', 'outdoor/outdoor-lounges'],
    opens: ['We sat on a dozen before choosing.', 'Arrived on the day, carried up two flights.', 'Six months of daily use by all of us and the cat.', 'Bought unseen, which felt brave.'],
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
      ['Will it go through a door of 76 cm?', 'Compare the smallest of its measures with your door. Our crew can take off the feet, and carries it to the room you choose.'],
      ['Can I get a sample of the material?', 'Yes, call us and we will post one.'],
      ['Does it come assembled?', 'Feet or slats are to be fitted, about a quarter of an hour. We can do it for you.'],
    ],
  },
  {
    categories: ['dining', 'bedroom', 'office', 'outdoor', 'living'],
    opens: ['Goes with what we had.', 'We needed something that would survive children.', 'Put together on a Sunday morning.', 'For a room of three by four metres.'],
    likes: [
      'The timber is beautiful and every board differs a little.',
      'Drawers run smoothly and close softly.',
      'Stable, also on an uneven floor.',
      'All holes were where they should be.',
      'Hot cups have left no marks so far.',
      'The edges are rounded, which matters at toddler height.',
      'Comfortable for a whole evening.',
    ],
    dislikes: [
      'The pictures make it look lighter than it is.',
      'The instructions are drawings only.',
      'You want two people for the top.',
      'The packaging filled our recycling for a fortnight.',
    ],
    questions: [
      ['Is it solid timber or veneer?', 'The material is in the specifications; where it says veneer, the core is engineered board.'],
      ['How much weight does it carry?', 'The load is given in the specifications for each shelf or seat.'],
      ['Can it stand outside under a roof?', null],
    ],
  },
  {
    categories: ['lighting-and-decor'],
    opens: ['For a dark corner of the living room.', 'Bought a pair.', 'It changed the room.'],
    likes: [
      'Warm light and no glare.',
      'Heavier base than I expected, so it stays put.',
      'The finish is even and feels dear.',
      'True to the colours on the screen.',
      'Packed so well that nothing could happen to it.',
    ],
    dislikes: ['No globe in the box.', 'The cord is short.', 'Smaller than I had imagined, so do measure.'],
    questions: [
      ['Which globe does it take?', 'See "Bulb fitting" in the specifications; LED globes of any make fit.'],
      ['Can it be dimmed?', 'With a dimmable globe, yes.'],
    ],
  },
  {
    categories: [''],
    opens: ['Does what it says.', 'Ordered together with the machine.', 'Bought a spare as well.'],
    likes: ['Fits exactly.', 'Better made than the one it replaces.', 'Came well packed.', 'Easy to put on without tools.'],
    dislikes: ['Dear for what it is.', 'No instructions in the box.', 'The pack could be smaller.'],
    questions: [['Does it fit models of other makers?', 'It is made for the models in the description; with others we cannot promise it.']],
  },
] // prettier-ignore

/** Headlines by stars given. */
export const headlines: Readonly<Record<1 | 2 | 3 | 4 | 5, readonly string[]>> = {
  1: ['Not for us', 'Sent it back', 'Expected more'],
  2: ['Disappointing', 'Has its faults', 'Would not buy it again'],
  3: ['Does the job', 'Good and less good', 'All right for the price', 'Middling'],
  4: ['Very good, not perfect', 'Happy with it', 'Nearly everything we wanted', 'Good value', 'Solid choice'],
  5: ['Could not be happier', 'Exactly what we needed', 'Best purchase of the year', 'Wonderful', 'Should have bought it sooner', 'Highly recommended'],
} // prettier-ignore

export const closes: Readonly<Record<1 | 2 | 3 | 4 | 5, readonly string[]>> = {
  1: ['The return was easy, at least.', 'We have gone back to another model.'],
  2: ['For the money I hoped for more.', 'It will stay, but only just.'],
  3: ['Fine if you know about that.', 'I would look around again next time.'],
  4: ['Would buy again.', 'A small thing; otherwise very pleased.', 'Recommended all the same.'],
  5: ['Would buy again tomorrow.', 'Delivery was on the day and careful, too.', 'No regrets.', 'My sister has ordered one since.'],
} // prettier-ignore

/** The shop's words to a review that names something it can help with. */
export const replies: readonly string[] = [
  'Thank you for telling us. Please call us: there is often a setting or a part that puts this right, and we are glad to look at it with you.',
  'We are sorry that it is not what you hoped for. Please get in touch, and we will see what we can do.',
  'Thank you. We have passed this on to the maker.',
]

export const givenNames: readonly string[] = [
  'Aroha', 'Ben', 'Carla', 'Dinesh', 'Ella', 'Farid', 'Grace', 'Hamish', 'Ingrid', 'Jack', 'Kiri', 'Liam', 'Mei', 'Nadia',
  'Oliver', 'Priya', 'Quentin', 'Rosa', 'Sione', 'Tom', 'Una', 'Vera', 'Will', 'Xiu', 'Yasmin', 'Zoe', 'Harriet', 'Marco',
] // prettier-ignore
