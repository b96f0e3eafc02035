using System.IO.Compression;
using System.Text;
using Microsoft.Data.Sqlite;
using Orchestrator.Data.QueryPlans;
using Orchestrator.Data.Sqlite;
using Orchestrator.Ledger;

namespace Orchestrator.Lab.Monitoring;

/// <summary>
/// Keeps what was seen: each plan once by the hash of its text, each statement once, and of a statement with a plan
/// from when to when it was seen so. What it has written stays when the process is killed. For one thread.
/// </summary>
internal sealed class MonitorStore : IDisposable
{
    private readonly SqliteDatabase _database;
    private readonly CancellationToken _cancellation;
    private readonly MonitorStatements _statements;
    private readonly long _watch;
    private readonly string _platform;
    private readonly Dictionary<string, long> _known = new(StringComparer.Ordinal);

    /// <summary>Opens the file, and makes what is missing.</summary>
    /// <exception cref="SqliteException">SQLite cannot open it.</exception>
    /// <exception cref="IOException">It is another file, of a later version, or on a network folder.</exception>
    public MonitorStore(
        string path, string connection, string environment, string platform, TimeProvider time,
        CancellationToken cancellation)
    {
        _cancellation = cancellation;
        _platform = platform;
        _database = MonitorFile.OpenForWriting(path, time, cancellation);
        try
        {
            _statements = new MonitorStatements(_database);
            _watch = Within(() =>
            {
                _statements.AddWatch.Change(connection, environment, platform);
                return _statements.FindWatch.Run(connection, environment);
            });
        }
        catch
        {
            _statements?.Dispose();
            _database.Dispose();
            throw;
        }
    }

    /// <summary>The open file.</summary>
    public SqliteDatabase Database => _database;

    /// <summary>Number of a statement, which is kept once; its text has no values in it.</summary>
    public long Statement(string normalised)
    {
        var hash = StatementText.Hash(normalised);
        return Known($"s{hash}", () =>
        {
            _statements.AddStatement.Change(hash, normalised);
            return _statements.FindStatement.Run(hash);
        });
    }

    /// <summary>Number of a plan, which is kept once; its text has no values in it.</summary>
    /// <param name="text">The text.</param>
    /// <param name="shape">What of it stays the same as long as it has the same form.</param>
    public long Plan(string text, string shape)
    {
        var hash = StatementText.Hash(text);
        return Known($"p{hash}", () =>
        {
            _statements.AddPlan.Change(hash, StatementText.Hash(shape), _platform, Packed(text));
            return _statements.FindPlan.Run(hash);
        });
    }

    /// <summary>A change from one plan to another, by their numbers.</summary>
    public PlanChange Change(DateTimeOffset at, long statement, long from, long to)
    {
        var text = _statements.TextOf.Rows(row => row.GetString(0), statement).FirstOrDefault() ?? "";
        var (before, after) = (Find(from), Find(to));
        return new PlanChange(at, text, before.Hash, after.Hash, before.Shape == after.Shape);
    }

    /// <summary>
    /// The sightings of a statement that nobody has seen the end of, the newest last: that one, and those that went on
    /// beside it, of texts with other values.
    /// </summary>
    public IReadOnlyList<Sighting> GoingOn(long statement) => _statements.LastSightings.Rows(
        row => new Sighting
        {
            Number = row.GetInt64(0),
            Statement = statement,
            Plan = row.GetInt64(1),
            First = Instant.At(row.GetInt64(2)),
        },
        _watch, statement);

    /// <summary>Begins a period; its number.</summary>
    public long Begin(MonitorPeriod period) => Within(() => _statements.AddPeriod.Run(
        _watch, Instant.Of(period.Began), Instant.Of(period.Ended)));

    /// <summary>Keeps what was seen since it was called last, all of it or nothing.</summary>
    public void Write(
        long number, MonitorPeriod period, IEnumerable<MonitorSample> samples, IEnumerable<Sighting> sightings) =>
        Within(() =>
        {
            foreach (var sample in samples)
            {
                Write(sample);
            }

            foreach (var sighting in sightings)
            {
                Write(sighting);
            }

            return _statements.UpdatePeriod.Change(
                Instant.Of(period.Ended), period.Looks, period.Fetches, Instant.Of(period.ProcessorTime),
                Instant.Of(period.ServerTime), string.Join('\n', period.Unseen), number);
        });

    /// <summary>Forgets the numbers of statements and plans, because some of them may be gone.</summary>
    public void Forget() => _known.Clear();

    public void Dispose()
    {
        _statements.Dispose();
        _database.Dispose();
    }

    /// <summary>The text of a plan as the file keeps it.</summary>
    public static byte[] Packed(string text)
    {
        using var packed = new MemoryStream();
        using (var brotli = new BrotliStream(packed, CompressionLevel.Fastest))
        {
            brotli.Write(Encoding.UTF8.GetBytes(text));
        }

        return packed.ToArray();
    }

    /// <summary>The text of a plan from what the file keeps.</summary>
    public static string Unpacked(byte[] packed)
    {
        using var brotli = new BrotliStream(new MemoryStream(packed), CompressionMode.Decompress);
        using var reader = new StreamReader(brotli, Encoding.UTF8);
        return reader.ReadToEnd();
    }

    private void Write(MonitorSample sample)
    {
        var number = _statements.AddSample.Run(_watch, Instant.Of(sample.At), (long)sample.Sessions);
        foreach (var (wait, type, sessions) in sample.Waits)
        {
            _statements.AddWait.Change(number, wait, type.ToString(), (long)sessions);
        }
    }

    private void Write(Sighting sighting)
    {
        if (sighting.Number == 0)
        {
            sighting.Number = _statements.AddSighting.Run(
                _watch, sighting.Statement, sighting.Plan, Instant.Of(sighting.First), Instant.Of(sighting.Last),
                (long)sighting.Seen);
        }
        else
        {
            _statements.UpdateSighting.Change(Instant.Of(sighting.Last), (long)sighting.Seen, sighting.Number);
        }

        foreach (var (session, (first, last, seen)) in sighting.Sessions)
        {
            _statements.AddSession.Change(
                sighting.Number, session, Instant.Of(first), Instant.Of(last), (long)seen);
        }
    }

    private (string Hash, string Shape) Find(long plan) =>
        _statements.PlanOf.Rows(row => (row.GetString(0), row.GetString(1)), plan).FirstOrDefault();

    private long Known(string key, Func<long> find)
    {
        if (!_known.TryGetValue(key, out var number))
        {
            if (_known.Count >= 2 * PlanMemory.Max)
            {
                _known.Clear();
            }

            _known[key] = number = Within(find);
        }

        return number;
    }

    private T Within<T>(Func<T> write)
    {
        _database.BeginImmediate(_cancellation);
        try
        {
            var result = write();
            _database.Commit();
            return result;
        }
        finally
        {
            _database.Rollback();
        }
    }
}
