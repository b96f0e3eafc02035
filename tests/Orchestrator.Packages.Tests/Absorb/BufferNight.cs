using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Absorb;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Absorb;

/// <summary>
/// Writers whose transactions are of random length, overlap, commit out of order or roll back, over keys that collide,
/// and a drainer that dies at random. Each committed row is also in a log, written by the same transaction: the latest
/// row of each key there is what the target has to hold.
/// </summary>
internal sealed class BufferNight : IDisposable
{
    private const int Keys = 500;
    private const int StatementRowsMax = 400;
    private const int DeathsMin = 3;

    // So many that some are the latest of their key in whatever batches they are taken.
    private const int RefusedEach = 41;

    private readonly BufferRig _rig;
    private readonly Platform _platform;
    private readonly int _seed;
    private readonly bool _isRefusing;
    private readonly CancellationTokenSource _over = new();

    public BufferNight(
        Platform platform, int seed, BufferIndex index = BufferIndex.Ordered, bool isRefusing = false)
    {
        (_platform, _seed, _isRefusing) = (platform, seed, isRefusing);
        _rig = new BufferRig(platform, index: index);
        _rig.Pattern.Execute("CREATE TABLE log (\"K\" int, \"V\" bigint, n bigint)");
        if (isRefusing)
        {
            _rig.Pattern.Execute(platform == Platform.PostgreSql
                ? $"ALTER TABLE t ADD CHECK (\"V\" % {RefusedEach} <> 0)"
                : $"CREATE TRIGGER no BEFORE INSERT ON t WHEN new.\"V\" % {RefusedEach} = 0 BEGIN "
                    + "SELECT RAISE(ABORT, 'no'); END; "
                    + $"CREATE TRIGGER nor BEFORE UPDATE ON t WHEN new.\"V\" % {RefusedEach} = 0 BEGIN "
                    + "SELECT RAISE(ABORT, 'no'); END");
        }
    }

    /// <summary>How often a drainer died.</summary>
    public int Deaths { get; private set; }

    /// <summary>Plays it to the end, and drains what is left.</summary>
    /// <param name="writers">Writers at one time.</param>
    /// <param name="rows">Rows that they write together, before some are rolled back.</param>
    /// <param name="drain">What drains until the token fires.</param>
    public void Play(int writers, long rows, Action<CancellationToken> drain)
    {
        Exception? fault = null;
        var drainer = new Thread(() => fault = Caught(() => drain(_over.Token)));
        drainer.Start();
        var faults = new Exception?[writers];
        var all = Enumerable.Range(0, writers)
            .Select(writer => new Thread(() => faults[writer] = Caught(() => Write(writer, rows / writers)))).ToArray();
        foreach (var one in all)
        {
            one.Start();
        }

        foreach (var one in all)
        {
            one.Join();
        }

        _over.Cancel();
        drainer.Join();
        Assert.That(faults.Append(fault).OfType<Exception>(), Is.Empty);
        Forget();
        _rig.Drain(rejects: Rejects);
    }

    /// <summary>Drains batch by batch; now and then it dies before its commit, and another one takes over.</summary>
    public void DrainAndDie(CancellationToken token)
    {
        var dice = new Random(_seed);
        while (!IsOver(token))
        {
            using var database = _rig.Open();
            Forget();
            using var lease = DrainLease.Take(database, _rig.Sql, DrainOwner.New("drainer"), CancellationToken.None);
            var mortal = RecordedDatabase.Before("commit", database, () => Die(dice, database));
            var drain = new Drain(
                mortal, _rig.Sql, lease, new BatchSize(4_000, TimeSpan.FromSeconds(1)), 0, TimeProvider.System,
                Rejects);
            try
            {
                while (!IsOver(token))
                {
                    drain.Next(long.MaxValue, CancellationToken.None);
                }
            }
            catch (Exception died) when (died is OperationCanceledException
                || Platforms.Explain(died)?.Fault.IsConnectionLost == true)
            {
                Deaths++;
            }
        }
    }

    /// <summary>Drains by <see cref="PublishedAlgorithm"/>.</summary>
    public void DrainAsPublished(CancellationToken token)
    {
        using var database = _rig.Open();
        while (!token.IsCancellationRequested)
        {
            var highest = database.Number("SELECT coalesce(max(\"RowBufferId\"), 0) FROM t_buffer");
            PublishedAlgorithm.Merge(database, highest);
            PublishedAlgorithm.Delete(database, highest);
        }
    }

    /// <summary>Keys whose value in the target is not that of their last committed row that it does not refuse: key,
    /// held, wanted.</summary>
    public string[] Wrong() => _rig.Pattern.Query($"""
        SELECT w."K", t."V" AS held, w."V" FROM (
            SELECT "K", "V", row_number() OVER (PARTITION BY "K" ORDER BY n DESC) AS place FROM log
            {(_isRefusing ? $"WHERE \"V\" % {RefusedEach} <> 0" : "")}) AS w
        LEFT JOIN t ON t."K" = w."K" WHERE w.place = 1 AND (t."V" IS NULL OR t."V" <> w."V")
        """);

    /// <summary>Rows that are refused and not once in the error table, though no later one of their key was written,
    /// and those that are there twice: key, number, how often.</summary>
    public string[] NotRejectedOnce() => _rig.Pattern.Query($"""
        SELECT l."K", l.n, count(e."RowNumber") FROM log AS l
        LEFT JOIN {(_platform == Platform.PostgreSql ? "err.t" : "err_t")} AS e ON e."RowNumber" = l.n
        WHERE l."V" % {RefusedEach} = 0 GROUP BY l."K", l.n
        HAVING count(e."RowNumber") > 1 OR count(e."RowNumber") = 0 AND NOT EXISTS (
            SELECT 1 FROM log AS o WHERE o."K" = l."K" AND o.n > l.n AND o."V" % {RefusedEach} <> 0)
        """);

    /// <summary>Rows in the error table.</summary>
    public long Rejected() => long.Parse(_rig.Pattern.Query(
        $"SELECT count(*) FROM {(_platform == Platform.PostgreSql ? "err.t" : "err_t")}")[0]);

    /// <summary>Committed rows, and rows left in the buffer.</summary>
    public (long Committed, long Left) Counts() => (
        long.Parse(_rig.Pattern.Query("SELECT count(*) FROM log")[0]),
        long.Parse(_rig.Pattern.Query("SELECT count(*) FROM t_buffer")[0]));

    public void Dispose()
    {
        _over.Dispose();
        _rig.Dispose();
    }

    private DrainRejects? Rejects => _isRefusing ? _rig.Rejects() : null;

    private void Write(int writer, long rows)
    {
        var dice = new Random(_seed * 100 + writer);
        using var database = _rig.Open();
        for (var written = 0L; written < rows;)
        {
            database.Begin(CancellationToken.None);
            for (var statements = dice.Next(1, 6); statements > 0; statements--)
            {
                var count = dice.Next(1, StatementRowsMax);
                Add(database, writer * 1_000_000_000L + written, count, dice);
                written += count;
            }

            if (dice.Next(5) == 0)
            {
                database.Rollback();
            }
            else
            {
                database.Commit();
            }
        }
    }

    private void Add(IDatabase database, long first, int count, Random dice)
    {
        (string, object?)[] values =
        [
            ("first", first), ("count", (long)count), ("shift", (long)dice.Next(Keys)), ("step", dice.NextInt64(1, 97)),
        ];
        if (_platform == Platform.PostgreSql)
        {
            database.Execute($"""
                WITH added AS (INSERT INTO t_buffer ("K", "V")
                    SELECT (@shift + g * @step) % {Keys}, @first + g FROM generate_series(1, @count) AS g
                    RETURNING "K", "V", "RowBufferId")
                INSERT INTO log SELECT * FROM added
                """, values);
            return;
        }

        var last = database.Number("SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 't_buffer'), 0)");
        database.Execute($"""
            WITH RECURSIVE s(g) AS (SELECT 1 UNION ALL SELECT g + 1 FROM s WHERE g < @count)
            INSERT INTO t_buffer ("K", "V") SELECT (@shift + g * @step) % {Keys}, @first + g FROM s
            """, values);
        database.Execute(
            "INSERT INTO log SELECT \"K\", \"V\", \"RowBufferId\" FROM t_buffer WHERE \"RowBufferId\" > @last",
            ("last", last));
    }

    // Where the writers were quick, it dies over what they have left.
    private bool IsOver(CancellationToken token) => token.IsCancellationRequested && Deaths >= DeathsMin;

    // Without a word: by its session, which the server ends, or in its own middle.
    private void Die(Random dice, IDatabase database)
    {
        if (dice.Next(3) != 0)
        {
            return;
        }

        if (_platform == Platform.PostgreSql && dice.Next(2) == 0)
        {
            database.Execute("SELECT pg_terminate_backend(pg_backend_pid())");
        }

        throw new OperationCanceledException("died");
    }

    // As if who died had been silent for long.
    private void Forget()
    {
        var table = _platform == Platform.PostgreSql ? "orchestrator.drainers" : "orchestrator_drainers";
        using var database = _rig.Open();
        if (database.KindOf(new DrainerDialect(database.Platform.Dialect).Table) is not null)
        {
            OwnTable.Commit(database, $"UPDATE {table} SET renewed = 0", CancellationToken.None);
        }
    }

    private static Exception? Caught(Action work)
    {
        try
        {
            work();
            return null;
        }
        catch (Exception fault)
        {
            return fault;
        }
    }
}
