using Microsoft.Data.SqlClient;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Looks at a database through the server's counters, and at its waits, which the server counts itself. Counters are
/// those of the database, waits those of the server, or of the database where that is all that is to be seen.
/// </summary>
/// <remarks>
/// Only counters that count on are taken. `Log Flush Wait Time` is none of them by its type (65792, a value of the
/// moment): what commits wait for the log is WRITELOG among the waits. `Transactions/sec` counts those that begin.
/// </remarks>
internal sealed class SqlServerEvidence : IEvidence
{
    private const int PatienceSeconds = 5;

    private readonly SqlConnection _connection;
    private readonly List<string> _missing = [];
    private SqlCommand? _counters;
    private SqlCommand? _waits;
    private readonly SqlServerVisibility _visibility;

    /// <summary>Connects.</summary>
    public SqlServerEvidence(DatabaseAddress address, DatabaseUse use)
    {
        _connection = new SqlConnection(SqlServerAddress.Complete(address, use.Application));
        try
        {
            _connection.Open();
            _visibility = SqlServerVisibility.Of(_connection, PatienceSeconds);
            _counters = Command(
                "evidence_counters", ("database", _connection.Database), ("physical", _visibility.Physical));
            _waits = Command(_visibility.IsHosted ? "evidence_waits_hosted" : "evidence_waits");
        }
        catch
        {
            _connection.Dispose();
            throw;
        }
    }

    public IReadOnlyList<string> Missing => _missing;

    public bool IsOnThisMachine => _visibility.IsOnThisMachine;

    public bool CountsWaits => true;

    public EvidenceCounts Count()
    {
        var (counted, took) = Ask(ref _counters, "commits, flushes, log bytes", Counters);
        var (waited, waitsTook) = Ask(ref _waits, "waits", SqlServerWaits.ReadOfServer);
        return new EvidenceCounts(
            Of(counted, "Transactions/sec"), Of(counted, "Log Flushes/sec"), Of(counted, "Log Bytes Flushed/sec"),
            waited ?? [], took + waitsTook);
    }

    public EvidenceSnapshot Look() => EvidenceSnapshot.Nobody;

    public IReadOnlyList<BlockedSession> Blocked()
    {
        using var command = Command("blocked");
        return command.Rows(row => new BlockedSession(row.GetInt64(0), row.GetString(1)));
    }

    public void Dispose()
    {
        _counters?.Dispose();
        _waits?.Dispose();
        _connection.Dispose();
    }

    private static long? Of(Dictionary<string, long>? counted, string counter) =>
        counted?.TryGetValue(counter, out var value) is true ? value : null;

    private Dictionary<string, long> Counters(SqlDataReader reader)
    {
        var counted = new Dictionary<string, long>(StringComparer.Ordinal);
        while (reader.Read())
        {
            counted[reader.GetString(0)] = reader.GetInt64(1);
        }

        if (counted.Count == 0)
        {
            Miss("commits, flushes, log bytes: not available: the server has no counters of this database");
        }

        return counted;
    }

    // What was refused once is not asked again. The last result is the time that the server took.
    private (T? Answer, TimeSpan Took) Ask<T>(ref SqlCommand? question, string what, Func<SqlDataReader, T> read)
        where T : class
    {
        if (question is null)
        {
            return (null, TimeSpan.Zero);
        }

        try
        {
            using var reader = question.ExecuteReader();
            var answer = read(reader);
            reader.NextResult();
            reader.Read();
            return (answer, TimeSpan.FromMicroseconds(reader.GetInt32(0)));
        }
        catch (SqlException fault) when (_visibility.WhyHidden(fault) is { } why)
        {
            question.Dispose();
            question = null;
            Miss($"{what}: not available: {why}");
            return (null, TimeSpan.Zero);
        }
    }

    private void Miss(string what)
    {
        if (!_missing.Contains(what))
        {
            _missing.Add(what);
        }
    }

    private SqlCommand Command(string script, params IReadOnlyList<(string Name, object? Value)> values)
    {
        var command = SqlServerCommands.Make(_connection, null, SqlServerScripts.Read(script), values);
        command.CommandTimeout = PatienceSeconds;
        return command;
    }
}
