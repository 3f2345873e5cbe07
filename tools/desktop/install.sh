#!/bin/sh
# Add Puzzler to the desktop menu of this user and associate .puzzler files with it:
#
#     sh desktop/install.sh            and to remove it:  sh desktop/install.sh --remove
set -eu
folder=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$data/applications/puzzler.desktop
kind=$data/mime/packages/puzzler.xml
icon=$data/icons/hicolor/scalable/apps/puzzler.svg

case "${1-}" in
    --remove) rm -f "$entry" "$kind" "$icon" ;;
    "")
        case $folder in
            *[\"\$\`\\%\|\&]*) echo "install.sh: desktops do not accept this path: $folder" >&2; exit 1 ;;
        esac
        mkdir -p "${entry%/*}" "${kind%/*}" "${icon%/*}"
        sed "s|^Exec=puzzler|Exec=\"$folder/puzzler\"|" "$folder/desktop/puzzler.desktop" >"$entry"
        cp "$folder/desktop/puzzler.xml" "$kind"
        cp "$folder/_internal/puzzler/assets/icons/puzzler.svg" "$icon"
        ;;
    *) echo "usage: sh install.sh [--remove]" >&2; exit 2 ;;
esac
if command -v update-mime-database >/dev/null; then update-mime-database "$data/mime"; fi
if command -v update-desktop-database >/dev/null; then update-desktop-database "$data/applications"; fi
