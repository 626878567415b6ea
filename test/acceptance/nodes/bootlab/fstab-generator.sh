#!/bin/bash
# systemd leaves the block devices of /etc/fstab alone where udev does not run, as in a namespace. This gives their mounts the units that
# systemd's own generator gives them on EC2, in the same order: a line with nofail is wanted and keeps nothing waiting.
units=$1
while read -r source target type options _; do
  case $source in
    LABEL=* | UUID=*) device=$(blkid --list-one --output device --match-token "$source") ;;
    /dev/*) device=$source ;;
    *) continue ;;
  esac
  [ -b "$device" ] || continue
  unit=$(systemd-escape --path --suffix=mount "$target")
  tie=requires before="Before=local-fs.target"
  [[ ,$options, != *,nofail,* ]] || tie=wants before=
  mkdir -p "$units/local-fs.target.$tie"
  ln -sf "../$unit" "$units/local-fs.target.$tie/$unit"
  cat > "$units/$unit" << UNIT
[Unit]
After=local-fs-pre.target
$before

[Mount]
What=$device
Where=$target
Type=$type
Options=$options
UNIT
done < <(sed '/^[[:space:]]*\(#\|$\)/d' /etc/fstab)
