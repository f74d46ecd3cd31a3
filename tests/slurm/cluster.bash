#!/usr/bin/env bash
# A real Slurm on this machine for as long as one command runs.
#
#   cluster.bash run NODES COMMAND [ARGUMENT]...   start node1 ... nodeN and run COMMAND on the head of the cluster
#   cluster.bash kill NODE                         kill -9 of NODE's slurmd and all that runs there
#   cluster.bash start NODE                        bring NODE back
#
# The last two are for COMMAND, which finds this file in $RIA_CLUSTER. A bash test calls cluster_enter instead.
#
# The cluster lives in namespaces of its own: processes, network (loopback only, so ports are free whatever
# else runs), mounts, host name. Its files lie in a tmpfs over /etc/slurm that only it sees. When COMMAND ends,
# or whoever waits for it is killed, process 1 of that world ends, and the kernel takes down all the rest: no
# process, mount, port or file can stay behind.
# Exits with COMMAND's code; 77, with the reason, where Slurm cannot run.
#
# RIA_CLUSTER_ACCOUNTS=1: with accounts, as sacct reads them: slurmdbd over a MariaDB of the cluster's own.
# RIA_CLUSTER_GPUS=N: each node has N GPUs of this machine to itself, and memory enough for their driver.
# RIA_CLUSTER_CORES=N: each node has N cores of this machine to itself, instead of 4 that share what there is.

cluster_folder=/etc/slurm # where Slurm looks for slurm.conf, and where no checkout lies
cluster_address=10.77.0.1 # on the loopback; to a resolver 127.0.0.1 alone is no network at all
cluster_cores=${RIA_CLUSTER_CORES:-4} # of each node, whatever the machine has
cluster_gpus=${RIA_CLUSTER_GPUS:-0}
cluster_memory=$((cluster_gpus == 0 ? 2048 : 32768)) # MiB
cluster_file=$(realpath "${BASH_SOURCE[0]}")

cluster_skip() { echo "skipped: $*" >&2; exit 77; }

cluster_namespaces=(unshare --mount --uts --ipc --net --pid --fork --kill-child --mount-proc)

# cluster_require NODES: skip unless so many nodes can run here.
cluster_require() {
  local program gpus=$(($1 * cluster_gpus)) cores=${RIA_CLUSTER_CORES:+$(($1 * cluster_cores))}
  [ "$(id -u)" = 0 ] || cluster_skip "a Slurm cluster on one machine needs root"
  for program in slurmctld slurmd munged srun ip unshare; do
    command -v $program >/dev/null || cluster_skip "there is no $program (packages slurm-wlm, munge, iproute2)"
  done
  if [ -n "${RIA_CLUSTER_ACCOUNTS-}" ]; then
    for program in slurmdbd mariadbd; do
      command -v $program >/dev/null ||
        cluster_skip "there is no $program for accounts (packages slurmdbd, mariadb-server-core)"
    done
  fi
  [ $gpus = 0 ] || [ -c /dev/nvidia$((gpus - 1)) ] || cluster_skip "there are no $gpus GPUs (/dev/nvidia*)"
  [ -z "$cores" ] || [ "$(nproc)" -ge "$cores" ] || cluster_skip "there are no $cores cores"
  "${cluster_namespaces[@]}" true 2>/dev/null || cluster_skip "no namespaces may be made here"
}

# cluster_enter NODES SCRIPT ARGUMENT...: for a test script. Returns on the head of a running cluster, as a
# second run of the script there.
cluster_enter() {
  [ -n "${RIA_CLUSTER-}" ] && return
  exec bash "$cluster_file" run "$@"
}

# cluster_own NODE COUNT: which ones a node has, of things of which each node has so many: first-last.
cluster_own() { echo "$((($1 - 1) * $2))-$(($1 * $2 - 1))"; }

cluster_configure() {
  local nodes=$1 node
  mkdir -p "$cluster_folder"/{state,spool,log,tmp,pmix,run}
  dd if=/dev/urandom of="$cluster_folder/munge.key" bs=32 count=1 status=none
  chmod 400 "$cluster_folder/munge.key"
  {
    echo "127.0.0.1 localhost"
    echo "$cluster_address head"
    for node in $(seq "$nodes"); do echo "$cluster_address node$node"; done
  } >"$cluster_folder/hosts"
  mount --bind "$cluster_folder/hosts" /etc/hosts || return
  # Ranks on two nodes of one machine would find each other's PMIx folder here; each node binds its own over it.
  echo "PMIxCliTmpDirBase=$cluster_folder/pmix" >"$cluster_folder/mpi.conf"
  # The nodes use no cgroups; version 2's plugin asks for systemd before it knows, version 1's for nothing.
  echo "CgroupPlugin=cgroup/v1" >"$cluster_folder/cgroup.conf"
  for node in $(seq $((cluster_gpus == 0 ? 0 : nodes))); do
    echo "NodeName=node$node Name=gpu File=/dev/nvidia[$(cluster_own "$node" "$cluster_gpus")]"
  done >"$cluster_folder/gres.conf"
  # Slurm counts the GPUs of each node from 0, and CUDA those of the machine.
  cat >"$cluster_folder/task_prolog" <<PROLOG
#!/usr/bin/env bash
node=\$(hostname)
for gpu in \${CUDA_VISIBLE_DEVICES//,/ }; do
  gpus+=\${gpus:+,}\$((gpu + (\${node#node} - 1) * $cluster_gpus))
done
[ -z "\${gpus-}" ] || echo "export CUDA_VISIBLE_DEVICES=\$gpus"
PROLOG
  chmod +x "$cluster_folder/task_prolog"
  {
    cat <<CONF
ClusterName=ria
SlurmctldHost=head($cluster_address)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$cluster_folder/run/munge,cred_expire=5
StateSaveLocation=$cluster_folder/state
SlurmdSpoolDir=$cluster_folder/spool/%n
SlurmctldPidFile=$cluster_folder/run/slurmctld.pid
SlurmdPidFile=$cluster_folder/run/%n.pid
SlurmctldLogFile=$cluster_folder/log/slurmctld
SlurmdLogFile=$cluster_folder/log/%n
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
MpiDefault=pmix
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=1
JobAcctGatherParams=OverMemoryKill
${RIA_CLUSTER_ACCOUNTS:+AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=$cluster_address
AccountingStoragePass=$cluster_folder/run/munge}
SchedulerParameters=batch_sched_delay=0,bf_interval=1,sched_interval=1,sched_min_interval=0
DefMemPerCPU=$((cluster_memory / cluster_cores))
ReturnToService=2
MinJobAge=${RIA_CLUSTER_MINJOBAGE:-900}
KillWait=3
InactiveLimit=30
SlurmctldTimeout=10
SlurmdTimeout=${RIA_CLUSTER_SLURMDTIMEOUT:-6}
RebootProgram=/bin/true
$([ "$cluster_gpus" = 0 ] || printf '%s\n' GresTypes=gpu "TaskProlog=$cluster_folder/task_prolog")
${RIA_CLUSTER_CONF-}
PartitionName=main Nodes=ALL Default=YES MaxTime=60 DefaultTime=10 State=UP
CONF
    for node in $(seq "$nodes"); do
      echo "NodeName=node$node NodeAddr=$cluster_address Port=$((18000 + node)) CPUs=$cluster_cores" \
        "RealMemory=$cluster_memory$([ "$cluster_gpus" = 0 ] || echo " Gres=gpu:$cluster_gpus") State=UNKNOWN"
    done
  } >"$cluster_folder/slurm.conf"
}

# The accounts' data base, which asks nobody who he is: it listens in this network alone. What a crash would lose
# is lost with the cluster anyway.
cluster_start_database() {
  local data=$cluster_folder/database
  local server=(mariadbd --no-defaults --user=root --datadir="$data" --pid-file="$data/pid" --socket="$data/socket"
    --lc-messages-dir=/usr/share/mysql --innodb-log-file-size=4M --innodb-buffer-pool-size=24M
    --innodb-flush-log-at-trx-commit=0 --key-buffer-size=1M --skip-log-bin)
  mkdir -p "$data/mysql"
  # Procedures, which slurmdbd makes, have a table of their own.
  { echo "use mysql;" && cat /usr/share/mysql/mysql_system_tables.sql; } |
    "${server[@]}" --bootstrap --silent-startup >"$cluster_folder/log/bootstrap" 2>&1 || return
  "${server[@]}" --bind-address=$cluster_address --skip-grant-tables >"$cluster_folder/log/mariadbd" 2>&1 </dev/null &
  cluster_await 90 test -e "$data/socket"
}

cluster_start_accounts() {
  cluster_start_database || return
  (umask 077 && cat >"$cluster_folder/slurmdbd.conf") <<CONF
DbdHost=head
DbdAddr=$cluster_address
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster_folder/run/munge
StorageType=accounting_storage/mysql
StorageHost=$cluster_address
StorageUser=root
PidFile=$cluster_folder/run/slurmdbd.pid
LogFile=$cluster_folder/log/slurmdbd
CONF
  slurmdbd -D >"$cluster_folder/log/slurmdbd.out" 2>&1 </dev/null &
  cluster_await 90 timeout 5 sacctmgr --immediate add cluster ria
}

# A node: a slurmd in a mount and a host name of its own.
cluster_start_node() {
  local node=$1 own=$cluster_folder/spool/$1 number=${1#node} cores=()
  mkdir -p "$own/pmix"
  [ -z "${RIA_CLUSTER_CORES-}" ] || cores=(taskset --cpu-list "$(cluster_own "$number" "$cluster_cores")")
  # shellcheck disable=SC2016 # expanded by the inner shell
  "${cores[@]}" unshare --mount --uts bash -c '
    hostname "$1" && mount --bind "$2/pmix" "$3/pmix" || exit
    exec slurmd -D -N "$1"' node "$node" "$own" "$cluster_folder" >"$cluster_folder/log/$node.out" 2>&1 </dev/null &
  echo $! >"$cluster_folder/run/$node"
  disown $! # a killed one is not worth a message
}

# Everything that runs in the node's mounts: its slurmd, the steps, the tasks.
cluster_kill_node() {
  local home process signal all=()
  home=$(readlink "/proc/$(<"$cluster_folder/run/$1")/ns/mnt") || return
  for process in /proc/[0-9]*; do
    [ "$(readlink "$process/ns/mnt" 2>/dev/null)" != "$home" ] || all+=("${process#/proc/}")
  done
  # All stop before the first one dies: nobody is left to tell of it.
  for signal in STOP KILL; do
    kill -"$signal" "${all[@]}" 2>/dev/null || true # some may be gone by now
  done
}

# cluster_await SECONDS COMMAND...: until COMMAND succeeds.
cluster_await() {
  local tries=$(($1 * 10))
  shift
  until "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || return 1
    sleep 0.1
  done
}

cluster_nodes_idle() { [ "$(timeout 5 sinfo --noheader --Node --states=idle --format=%N | sort -u | wc -l)" = "$1" ]; }

cluster_start() {
  local node
  hostname head
  ip link set lo up
  ip address add $cluster_address/32 dev lo
  mount -t tmpfs -o size=1g,mode=755 ria-slurm "$cluster_folder" || return
  cluster_configure "$1" || return
  munged --key-file="$cluster_folder/munge.key" --socket="$cluster_folder/run/munge" \
    --pid-file="$cluster_folder/run/munge.pid" --log-file="$cluster_folder/log/munge" \
    --seed-file="$cluster_folder/run/munge.seed" --num-threads=2 || return
  if [ -n "${RIA_CLUSTER_ACCOUNTS-}" ]; then cluster_start_accounts || return; fi
  slurmctld -D >"$cluster_folder/log/slurmctld.out" 2>&1 </dev/null &
  for node in $(seq "$1"); do cluster_start_node "node$node"; done
  cluster_await 90 cluster_nodes_idle "$1"
}

cluster_show_logs() { tail -n "$1" "$cluster_folder"/log/{slurmctld,node?} >&2; }

# Process 1 of the cluster's world.
cluster_inside() {
  local nodes=$1 code=0
  shift
  trap 'exit 143' TERM
  trap 'exit 130' INT
  cluster_start "$nodes" || { cluster_show_logs 40; echo "the cluster does not start" >&2; return 1; }
  export RIA_CLUSTER=$cluster_file TMPDIR=$cluster_folder/tmp
  # Open MPI would leave out the loopback.
  export OMPI_MCA_if_base_retain_loopback=1
  export OMPI_MCA_btl_tcp_if_include=$cluster_address/32 OMPI_MCA_oob_tcp_if_include=$cluster_address/32
  "$@" & # a trap waits for a command in the foreground to end
  wait $! || code=$?
  [ $code = 0 ] || [ $code = 77 ] || cluster_show_logs 40
  return $code
}

cluster_main() {
  local what=${1-}
  [ $# -ge 2 ] || { sed -n '2,/^$/s/^# \{0,1\}//p' "$cluster_file" >&2; exit 2; }
  shift
  case $what in
  run) cluster_require "$1" && exec "${cluster_namespaces[@]}" bash "$cluster_file" inside "$@" ;;
  inside) cluster_inside "$@" ;;
  kill) cluster_kill_node "$1" ;;
  start) cluster_start_node "$1" ;;
  *) echo "cluster.bash: what is '$what'?" >&2 && exit 2 ;;
  esac
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then cluster_main "$@"; fi
