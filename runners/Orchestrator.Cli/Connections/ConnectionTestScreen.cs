using Orchestrator.Cli.Output;
using Orchestrator.Core;

namespace Orchestrator.Cli.Connections;

/// <summary>What `connections test` found: a table, then a block for each failure.</summary>
internal static class ConnectionTestScreen
{
    public static IEnumerable<Line> Lines(IReadOnlyList<ConnectionTest> tested)
    {
        string[] heads = ["connection", "platform", "state", "time", "server", "user", "database"];
        var table = Table.Lines(heads, tested.Select(each => new[]
        {
            each.Connection.Name, each.Connection.Platform.ToString(), each.State, Words.Duration(each.Time),
            each.Server, each.User, each.Database,
        }), (row, column) => column != 2 ? Ink.Plain
            : tested[row].Error is not null ? Ink.Bad : tested[row].State == "ok" ? Ink.Good : Ink.Dim);
        return table.Concat(tested.Where(each => each.Error is not null).SelectMany(each =>
            Failure(each.Connection.Name, each.Error!).Prepend("")));
    }

    public static object Document(IReadOnlyList<ConnectionTest> tested) => new
    {
        schema_version = Json.SchemaVersion,
        connections = tested.Select(each => new
        {
            name = each.Connection.Name,
            platform = each.Connection.Platform,
            state = each.State,
            duration_seconds = each.Time.TotalSeconds,
            server = each.Server,
            user = each.User,
            database = each.Database,
            error = each.Error is not { } error ? null : new
            {
                code = error.Code,
                @class = error.Class,
                server_code = error.ServerCode,
                message = error.Message,
            },
        }),
    };

    /// <summary>Why a connection cannot be used, and what to do about it.</summary>
    public static IEnumerable<Line> Failure(string connection, PackageError error)
    {
        yield return new Line("failed ", Ink.Bad).Add(connection, Ink.Strong).Add(
            $"  {error.Code} {error.Class}{(error.ServerCode.Length > 0 ? $", server code {error.ServerCode}" : "")}");
        foreach (var line in QuotedText.Lines(error.Message))
        {
            yield return $"  {line.TrimEnd('\r')}";
        }
    }
}
