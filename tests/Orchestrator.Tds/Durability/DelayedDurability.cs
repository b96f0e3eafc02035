using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <summary>
/// The setting DELAYED_DURABILITY of the databases of a server, by their names: told, changed and refused as a server
/// does it, and the flush of their logs.
/// </summary>
public sealed partial class DelayedDurability
{
    /// <summary>The value under which all commits are delayed.</summary>
    public const string Forced = "FORCED";

    private const string Disabled = "DISABLED";

    private readonly Lock _lock = new();
    private readonly Dictionary<string, string> _settings = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<(string What, string Detail)> _obstacles = [];
    private readonly Queue<ServerMessage> _refusals = [];
    private readonly Queue<int?> _codes = [];

    /// <summary>Answers for a server; handlers that are declared later go first.</summary>
    public DelayedDurability(TdsServer server)
    {
        server.On(SettingText(), (request, reply) => reply.Value("nvarchar(60)", this[request.Session.Database]));
        server.On(IdentityText(), (request, reply) => reply.Rows(
            ["server nvarchar(128)", "db nvarchar(128)"], [ServerName, request.Session.Database]));
        server.On(ObstaclesText(), (_, reply) => reply.Rows(
            ["what nvarchar(60)", "detail nvarchar(128)"],
            [.. Obstacles.Select(one => new[] { one.What, one.Detail })]));
        server.On(FlushText(), Flush);
        server.On(AlterText(), Alter);
    }

    /// <summary>What the server calls itself.</summary>
    public string ServerName { get; set; } = "SQL01";

    /// <summary>Whether users may alter databases. Default: yes.</summary>
    public bool MayAlter { get; set; } = true;

    /// <summary>
    /// Whether the server refuses to relax a database with a feature that does not go with it, as builds since 2023 do;
    /// older ones take it in silence. Default: yes.
    /// </summary>
    public bool RefusesFeatures { get; set; } = true;

    /// <summary>What the return code of a flush that worked is. Default: 1, as the vendor's page says.</summary>
    public int FlushCode { get; set; } = 1;

    /// <summary>Told the database whose log is on disk from here on.</summary>
    public Action<string>? Flushed { get; set; }

    /// <summary>Flushes that worked.</summary>
    public int Flushes { get; private set; }

    /// <summary>The setting of a database.</summary>
    public string this[string database]
    {
        get => Locked(() => _settings.GetValueOrDefault(database, Disabled));
        set => Locked(() => _settings[database] = value);
    }

    /// <summary>What the server tells that stands in the way, by the words of the driver's question.</summary>
    public IReadOnlyList<(string What, string Detail)> Obstacles => Locked(() => _obstacles.ToArray())
        .Concat(MayAlter ? [] : [("right", "loader")]).ToArray();

    /// <summary>Something stands in the way from now on.</summary>
    public void Obstruct(string what, string detail = "") => Locked(() =>
    {
        _obstacles.Add((what, detail));
        return 0;
    });

    /// <summary>The next changes are refused so, one after the other.</summary>
    public void Refuse(params ServerMessage[] errors) => Locked(() =>
    {
        Array.ForEach(errors, _refusals.Enqueue);
        return 0;
    });

    /// <summary>So many changes from now on find other sessions in the way.</summary>
    public void Block(int times) => Refuse([.. Enumerable.Repeat(
        new ServerMessage(5070, "Database state cannot be changed while other users are using the database."), times)]);

    /// <summary>The next flushes do nothing and return these codes; null = none.</summary>
    public void FailFlushes(params int?[] codes) => Locked(() =>
    {
        Array.ForEach(codes, _codes.Enqueue);
        return 0;
    });

    private void Flush(Request request, Reply reply)
    {
        var database = request.Session.Database;
        var setting = this[database];
        var (hasFailed, code) = Locked(() => (_codes.TryDequeue(out var failed), failed));
        if (!hasFailed)
        {
            Flushed?.Invoke(database);
            Locked(() => Flushes++);
        }

        reply.Rows(["setting nvarchar(60)", "code int"], [setting, hasFailed ? code : FlushCode]);
    }

    private void Alter(Request request, Reply reply)
    {
        var match = AlterText().Match(Request.OneLine(request.Sql!));
        var named = match.Groups["name"].Value;
        var database = named == "CURRENT" ? request.Session.Database : Name.Plain(named);
        var value = match.Groups["value"].Value;
        if (RefusalOf(request.Session, database, value) is { } refusal)
        {
            reply.Error(refusal).Error(5069, "ALTER DATABASE statement failed.");
            return;
        }

        this[database] = value;
    }

    private ServerMessage? RefusalOf(Session session, string database, string value)
    {
        if (NextRefusal() is { } next)
        {
            return next;
        }

        if (session.InTransaction)
        {
            return new(226, "ALTER DATABASE statement not allowed within multi-statement transaction.");
        }

        if (!MayAlter)
        {
            return new(5011, $"User does not have permission to alter database '{database}', the database does not "
                + "exist, or the database is not in a state that allows access checks.");
        }

        return value == Forced && RefusesFeatures && Obstacles.FirstOrDefault(IsFeature) is { What: { } feature }
            ? new(22892, "Could not enable delayed durability on DB. Delayed durability cannot be enabled on a DB "
                + $"while '{feature}' is enabled.")
            : null;
    }

    private ServerMessage? NextRefusal() => Locked(() => _refusals.TryDequeue(out var refusal) ? refusal : null);

    private static bool IsFeature((string What, string Detail) one) =>
        one.What is "capture" or "tracking" or "replication" or "feed";

    private T Locked<T>(Func<T> work)
    {
        lock (_lock)
        {
            return work();
        }
    }

    [GeneratedRegex(@"^(-- .+ )?SELECT coalesce\(delayed_durability_desc .+ FROM sys\.databases")]
    private static partial Regex SettingText();

    [GeneratedRegex(@"serverproperty\('ServerName'\)")]
    private static partial Regex IdentityText();

    [GeneratedRegex("is_change_feed_enabled")]
    private static partial Regex ObstaclesText();

    [GeneratedRegex(@"EXEC @code = sys\.sp_flush_log")]
    private static partial Regex FlushText();

    [GeneratedRegex(@"^ALTER DATABASE (?<name>CURRENT|\S+) SET DELAYED_DURABILITY = (?<value>\w+)( WITH NO_WAIT)?$")]
    private static partial Regex AlterText();
}
