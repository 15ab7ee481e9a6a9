/**
 * Names and words that people make passwords of and that English lists of words lack: clubs, places, first names and family names of Europe and
 * beyond, and everyday words of its larger languages. None of them is a word of the passphrases (wordlist.ts). It has 7 KB: import
 * it only where a password is judged.
 */

const CLUBS = `bayern borussia dortmund schalke eintracht hertha werder bremen hannover stuttgart leverkusen gladbach nürnberg
kaiserslautern freiburg hoffenheim mainz augsburg bochum düsseldorf fortuna arminia bielefeld hansa rostock dynamo dresden sankt pauli
karlsruhe braunschweig liverpool arsenal chelsea tottenham everton manchester united newcastle leeds rangers aston villa barcelona barca
real madrid atletico sevilla valencia bilbao betis juventus milan inter roma lazio napoli fiorentina torino sampdoria ajax feyenoord psv
eindhoven benfica porto galatasaray fenerbahçe beşiktaş trabzonspor olympique lyon marseille monaco lille nantes bordeaux anderlecht
brugge basel zürich grasshoppers young boys servette rapid austria salzburg sturm legia wisła lech slavia sparta spartak zenit cska
lokomotive lakers yankees packers patriots cowboys boca river santos flamengo palmeiras corinthians fußball soccer verein club`;

const PLACES = `berlin hamburg münchen köln frankfurt essen duisburg leipzig wuppertal bonn münster mannheim wiesbaden kiel aachen halle
magdeburg krefeld lübeck erfurt kassel potsdam saarbrücken heidelberg darmstadt regensburg würzburg ulm heilbronn göttingen trier koblenz
jena bremerhaven deutschland germany österreich schweiz suisse svizzera wien vienna graz linz innsbruck bern genf geneva luzern lausanne
winterthur lugano paris london nizza nice toulouse straßburg strasbourg rom rome mailand venedig venezia florenz firenze neapel turin
sizilien toskana italien italia italy spanien españa spain mallorca ibiza lissabon lisboa lisbon portugal amsterdam rotterdam utrecht
holland nederland brüssel bruxelles belgien luxemburg dublin irland ireland edinburgh glasgow scotland schottland england britain wales
kopenhagen københavn dänemark danmark stockholm göteborg malmö schweden sverige oslo bergen norwegen norge helsinki finnland suomi
warschau warszawa kraków gdańsk polen polska prag praha budapest ungarn bratislava ljubljana zagreb kroatien hrvatska beograd serbien
bukarest românia sofia athen griechenland hellas istanbul ankara izmir antalya türkei türkiye moskau moskva russland rossija kiew kyiv
ukraine tokyo japan china peking shanghai indien india delhi mumbai thailand bangkok bali australien sydney melbourne amerika america usa
york angeles chicago boston texas miami florida california kalifornien vegas francisco washington kanada canada toronto montreal mexiko
brasil brasilien brasilia rio janeiro paulo argentina buenos aires ägypten kairo marokko afrika africa europa europe sachsen hessen
thüringen franken schwaben preußen westfalen rheinland niedersachsen holstein brandenburg tirol kärnten steiermark bretagne normandie
provence andalusien katalonien bodensee nordsee ostsee schwarzwald alpen rhein donau elbe main`;

const FIRST_NAMES = `anna anne hanna hannah maria marie mia emma lena lea leonie laura lisa julia sarah sara sophie sofia sophia
katharina kathrin christina christine sabine susanne petra monika ursula renate karin claudia andrea birgit heike martina stefanie nicole
sandra melanie daniela anja katja silke ingrid helga gisela erika gertrud hildegard elisabeth eva barbara brigitte angelika johanna
charlotte clara klara paula luisa louise emily amelie nele frieda ida greta jana jasmin vanessa jessica jennifer michelle alina nina
tanja natascha olga irina tatjana svetlana anastasia peter paul michael thomas andreas stefan stephan christian martin wolfgang klaus
jürgen günter günther hans heinz dieter manfred uwe horst gerhard helmut werner karl franz josef joseph rudolf walter herbert ernst otto
friedrich fritz wilhelm heinrich georg bernd frank ralf rainer matthias markus marcus jörg sven torsten thorsten jens lars nils kai björn
olaf axel alexander sebastian daniel david tobias florian philipp felix lukas lucas leon ben finn jonas noah elias luis luca maximilian
moritz julian niklas simon jan tim tom max anton emil oskar oliver robert richard marco mario james william george charles edward henry
harry jack joe kevin brian steven mark anthony matthew andrew joshua ryan jason justin eric jean pierre jacques françois louis philippe
nicolas antoine julien camille chloé manon inès giuseppe giovanni francesco antonio mateo matteo lorenzo alessandro giulia chiara
francesca elena carlos juan josé miguel pedro pablo diego javier fernando carmen lucia isabel ana joão pereira mehmet mustafa ahmet ali
hasan hüseyin murat emre can fatma ayşe zeynep elif merve mohammed muhammad omar ibrahim yusuf aisha jakub piotr tomasz krzysztof andrzej
agnieszka katarzyna małgorzata ewa ivan dmitri sergej vladimir nikolaj igor boris erik anders johan magnus astrid freja kristina`;

const FAMILY_NAMES = `müller schmidt schneider fischer weber meyer meier maier wagner becker schulz schulze hoffmann schäfer koch bauer
richter klein schröder neumann schwarz zimmermann braun krüger hofmann hartmann lange schmitt schmitz krause lehmann huber mayer gruber
steiner moser keller johnson williams brown jones davis miller wilson taylor thomas moore jackson white harris lewis walker martinez
garcia rodriguez lopez gonzalez hernandez perez sanchez fernandez rossi russo ferrari esposito bianchi romano martin bernard dubois
durand moreau laurent silva santos oliveira souza nowak kowalski ivanov petrov yılmaz kaya demir çelik jansen vries bakker hansen larsen
olsen nielsen andersson johansson karlsson nguyen`;

const EVERYDAY = `liebe liebling schatz schatzi herz engel sonne mond stern sommer herbst frühling urlaub ferien reise meer strand berge
haus garten familie papa mutter vater oma opa bruder schwester kinder kind baby hochzeit geburtstag weihnachten ostern silvester hund
katze pferd maus bär löwe adler hase hallo willkommen passwort kennwort geheim internet schule uni abitur arbeit firma büro auto fahrrad
motorrad musik gitarre klavier blume rose kaffee bier wein schokolade käse freund freunde freundin freiheit frieden glück leben welt gott
jesus kirche straße hauptstraße bahnhof bahnhofstraße platz stadt dorf nummer januar februar märz juni juli oktober november dezember
montag dienstag mittwoch donnerstag freitag samstag sonntag february wednesday sunday autumn summer mein meine dein deine mich dich immer
ewig für ich bin der die das und mit von alle love amour amore amor bonjour bonsoir soleil maison famille maman chien chat vacances
motdepasse azerty ciao bella casa mamma sole hola sol contraseña vida hotmail welkom wachtwoord zomer hej sommar lösenord hasło kocham
aşkım seni seviyorum şifre parola privet lyubov mercedes audi porsche volkswagen passat opel astra ford focus fiat toyota honda yamaha
suzuki harley ducati renault peugeot citroën volvo skoda amazon microsoft samsung windows playstation pokemon minecraft fortnite starwars
potter batman metallica nirvana beatles queen rammstein madonna elvis`;

export const FAMILIAR_WORDS: readonly string[] = [CLUBS, PLACES, FIRST_NAMES, FAMILY_NAMES, EVERYDAY].flatMap((list) => list.split(/\s+/));
