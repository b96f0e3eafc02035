using Microsoft.Data.SqlClient;
using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Sees the statements at work, and those that the cache of plans has counted since, and fetches the text of a plan
/// where handle, offsets, generation or the time of compilation are new: a plan can change behind its handle.
/// </summary>
internal sealed class SqlServerQueryPlans : IQueryPlans
{
    private const int PatienceSeconds = 5;

    private readonly SqlServerPlanDialect _dialect;
    private readonly SqlConnection _connection;
    private readonly SqlServerVisibility _visibility;
    private readonly List<string> _missing = [];
    private readonly Dictionary<string, PlanHandle> _places = new(StringComparer.Ordinal);

    /// <summary>Connects.</summary>
    public SqlServerQueryPlans(DatabaseAddress address, DatabaseUse use, Dialect platform)
    {
        _dialect = new SqlServerPlanDialect(platform);
        _connection = new SqlConnection(SqlServerAddress.Complete(address, use.Application));
        try
        {
            _connection.Open();
            _visibility = SqlServerVisibility.Of(_connection, PatienceSeconds);
        }
        catch
        {
            _connection.Dispose();
            throw;
        }
    }

    public IReadOnlyList<string> Missing => _missing;

    public IReadOnlyList<SeenStatement> Look(TimeSpan since)
    {
        _places.Clear();
        try
        {
            using var command = Command("plans_look", ("seconds", (long)Math.Ceiling(since.TotalSeconds)));
            using var reader = command.ExecuteReader();
            List<SeenStatement> seen = [.. AtWork(reader)];
            reader.NextResult();
            var keys = seen.Select(one => one.Key).ToHashSet(StringComparer.Ordinal);
            seen.AddRange(Over(reader).Where(one => !keys.Contains(one.Key)));
            return seen;
        }
        catch (SqlException fault) when (_visibility.WhyHidden(fault) is { } why)
        {
            Miss($"statements and plans: not available: {why}");
            return [];
        }
    }

    public FetchedPlan Fetch(SeenStatement statement)
    {
        var place = _places[statement.Key];
        try
        {
            using var command = Command(
                "plans_text", ("handle", place.Handle), ("from", place.From), ("to", place.To));
            using var reader = command.ExecuteReader();
            return !reader.Read() ? FetchedPlan.None(statement.Signature, "gone from the cache of plans")
                : reader.IsDBNull(0) ? FetchedPlan.None(statement.Signature, "without a text of its plan")
                : Found(reader.GetString(0), reader.IsDBNull(1) ? "" : reader.GetString(1), statement.Signature);
        }
        catch (SqlException fault) when (SqlServerVisibility.IsRefused(fault))
        {
            Miss("plans: not available: needs SHOWPLAN in the databases of the statement");
            return FetchedPlan.None(statement.Signature, "hidden from this user");
        }
        catch (SqlException fault) when (SqlServerVisibility.IsMissing(fault))
        {
            Miss("plans: not available: the server does not have them");
            return FetchedPlan.None(statement.Signature, "not told by this server");
        }
    }

    public void Dispose() => _connection.Dispose();

    private FetchedPlan Found(string plan, string text, string signature) =>
        new(_dialect.Standard(text.Trim(), plan), plan, signature);

    private IEnumerable<SeenStatement> AtWork(SqlDataReader reader)
    {
        while (reader.Read())
        {
            var wait = reader.IsDBNull(2) ? "CPU" : reader.GetString(2);
            var statement = new SeenStatement
            {
                Session = reader.GetInt64(0),
                Application = reader.IsDBNull(1) ? "" : reader.GetString(1),
                Wait = wait,
                Class = reader.IsDBNull(2) ? Evidence.WaitClass.Cpu : SqlServerWaits.ClassOf(wait),
            };
            yield return reader.IsDBNull(3) ? statement with { WhyNot = "without a plan" }
                : Placed(statement, reader, 3);
        }
    }

    private IEnumerable<SeenStatement> Over(SqlDataReader reader)
    {
        while (reader.Read())
        {
            yield return Placed(new SeenStatement(), reader, 0);
        }
    }

    // From a column on: handle, offsets, generation, time of compilation.
    private SeenStatement Placed(SeenStatement statement, SqlDataReader reader, int column)
    {
        var place = new PlanHandle(
            (byte[])reader.GetValue(column), reader.GetInt64(column + 1), reader.GetInt64(column + 2));
        var key = $"{Convert.ToHexStringLower(place.Handle)} {place.From} {place.To}";
        _places[key] = place;
        return statement with
        {
            Key = key,
            Signature = reader.IsDBNull(column + 3) ? ""
                : $"{reader.GetInt64(column + 3)} {reader.GetDateTime(column + 4):O}",
        };
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

    private sealed record PlanHandle(byte[] Handle, long From, long To);
}
