package find

// foreign are everyday words of German, French and Spanish, by what they mean in
// the words that a wish in English would have. Letters stand without accents. A
// word that English has too is not looked up here.
const foreign = `
mail: e-mail nachricht nachrichten post courriel courriels correo correos mensaje mensajes courrier mails
inbox: posteingang
send: senden sende schicken schicke versenden abschicken envoyer envoie enviar envia mandar
reply: antworten antworte beantworten repondre responder contestar reponds
reply all: allen
forward: weiterleiten transferer reenviar faire-suivre
draft: entwurf brouillon borrador
attachment: anhang anhange piece-jointe jointe adjunto adjuntos
label: etikett etiquette etiqueta libelle
search: suchen suche finden finde chercher cherche trouver trouve recherche rechercher buscar busca encontrar
read: lesen lies lire lis leer
unread: ungelesen ungelesene lus leidos
archive: archivieren archiver archivar
calendar: kalender calendrier calendario
event: termin termine rendez-vous rendez evenement evento eventos cita reunion besprechung treffen sitzung
agenda: tagesordnung
create: anlegen erstellen erstelle neu neue neuen neues creer cree nouveau nouvelle crear crea nuevo nueva ajouter hinzufugen anadir agregar eintragen
add: ajouter ajoute hinzufugen anadir agregar einfugen inserer insertar
delete: loschen losche entfernen supprimer supprime effacer borrar borra eliminar elimina
change: andern andere bearbeiten bearbeite modifier modifie changer cambiar cambia editar modificar
move: verschieben verschiebe deplacer deplace mover mueve
rename: umbenennen renommer renombrar
copy: kopieren kopiere copier copiar
share: teilen teile freigeben partager partage compartir comparte
invite: einladen inviter invitar
accept respond: zusagen annehmen accepter aceptar
decline respond: absagen ablehnen refuser rechazar
show: zeigen zeige anzeigen montrer montre afficher affiche mostrar muestra ver voir
list: auflisten liste lister listar lista
file: datei dateien fichier fichiers archivo archivos fichero
folder: ordner verzeichnis dossier dossiers carpeta carpetas
upload: hochladen televerser subir
download: herunterladen telecharger descargar bajar
trash: papierkorb corbeille papelera
restore: wiederherstellen restaurer restaurar recuperar
document: dokument dokumente documento documentos
text: texte texto
paragraph: absatz paragraphe parrafo
image: bild bilder imagen photo foto
table: tabelle tabellen tableau tableaux tabla
spreadsheet: kalkulation tabellenkalkulation feuille hoja
row: zeile zeilen ligne lignes fila filas
column: spalte spalten colonne colonnes columna
cell: zelle zellen cellule cellules celda
formula: formel formule
chart: diagramm graphique grafico
sort: sortieren trier ordenar
slide: folie folien diapositive diapositives diapositiva diapositivas
presentation: prasentation presentacion
form: formular formulaire formulario umfrage sondage encuesta
question: frage fragen pregunta preguntas
responses: antworten reponses respuestas
task: aufgabe aufgaben tache taches tarea tareas
remind: erinnern erinnere erinnerung rappeler rappel recordar recuerdame
done tick: erledigt abhaken fait terminee hecho hecha
comment: kommentar kommentieren commentaire commenter comentario comentar
permissions: rechte zugriff berechtigungen droits acces permisos acceso
free freebusy: frei libre disponible verfugbar
vacation: urlaub abwesenheit vacances absence vacaciones ausencia
week: woche semaine semana
`
