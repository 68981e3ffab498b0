#!/bin/sh
# What one sees at the prompt: the scripts, typed replies, MONITOR, and errors.
# Usage: limiter.sh PORT SCRIPTS
port=$1 scripts=$2
cli() { redis-cli --no-raw -p "$port" "$@"; }

cli DEL bucket window >/dev/null
cli --eval "$scripts/token-bucket-server-clock.lua" bucket , 100 10 1
cli --eval "$scripts/fixed-window.lua" window , 60000
cli --eval "$scripts/fixed-window.lua" window , 60000
cli EVALSHA 0000000000000000000000000000000000000000 0
cli EVAL 'return redis.call("TYPE", KEYS[1])' 1 bucket
cli HGET bucket tokens
cli HGET bucket none
cli CL.THROTTLE user 15 30 60
cli NOSUCH command
printf 'SET k v\nGET k\n' | redis-cli -p "$port"
