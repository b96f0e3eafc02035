using Orchestrator.Cli.Output;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Connections;

/// <summary>The connections of a solution as they are written: where they lead, and which projects use them.</summary>
internal static class ConnectionsScreen
{
    // Whoever else may stand in a connection string is no place: users, passwords, options.
    private static readonly string[] Places =
        ["host", "server", "port", "database", "initial catalog", "data source", "addr", "address"];

    public static IEnumerable<Line> Lines(Solution solution, IReadOnlyList<Connection> connections)
    {
        string[] heads = ["connection", "platform", "stage", "cap", "read by", "written by", "where"];
        return Table.Lines(heads, connections.Select(each => new[]
        {
            each.Name, each.Platform.ToString(), StageOf(each) ?? "-", each.MaxConcurrency?.ToString() ?? "-",
            List(Readers(solution, each)), List(Writers(solution, each)), Where(each),
        }), (_, _) => Ink.Plain);
    }

    public static object Document(Solution solution, IReadOnlyList<Connection> connections) => new
    {
        schema_version = Json.SchemaVersion,
        connections = connections.Select(each => new
        {
            name = each.Name,
            platform = each.Platform,
            stage = StageOf(each),
            max_concurrency = each.MaxConcurrency,
            read_by = Readers(solution, each),
            written_by = Writers(solution, each),
            where = Where(each),
        }),
    };

    /// <summary>Folder, file, or host and database, `${…}` as written; nothing that could be a secret.</summary>
    internal static string Where(Connection connection) => connection switch
    {
        { IsFolder: true } => connection.Folder ?? ".",
        { ConnectionString: null } => Below(
            connection.File.Replace("{connection}", connection.Name, StringComparison.Ordinal)),
        { ConnectionString: var text } when PlaceholderText.IsWhole(text) => Name(text.Trim()),
        { ConnectionString: var text } => ConnectionText.TryParse(text, out var parts, out _)
            ? string.Join(", ", parts.Where(part => Places.Contains(part.Keyword.ToLowerInvariant()))
                .Select(part => $"{part.Keyword}={part.Value}"))
            : "",
    };

    private static string Below(string file) =>
        Path.IsPathRooted(file) || file.StartsWith('$') ? file : $".orchestrator/data/{file}";

    private static string Name(string placeholder) =>
        placeholder.IndexOf(":-", StringComparison.Ordinal) is var at and > 0 ? placeholder[..at] + "}" : placeholder;

    private static string? StageOf(Connection connection) =>
        connection.Stage == Stage.None ? null : connection.Stage.ToString().ToUpperInvariant();

    private static string[] Readers(Solution solution, Connection connection) =>
        [.. solution.Projects.Where(project => project.Source == connection.Name
            || project.Objects.Any(each => each.Source?.Connection == connection.Name
                || (each.TellsTurns && each.Target.Connection == connection.Name)
                || (each is { IsLoad: false, Plugin: { } task } && task.Reads.Contains(connection.Name))
                || each.Own?.Reads.Contains(connection.Name) == true)).Select(each => each.Name)];

    private static string[] Writers(Solution solution, Connection connection) =>
        [.. solution.Projects.Where(project => project.Target == connection.Name
            || project.Objects.Any(each => (each.Target.Connection == connection.Name && !each.TellsTurns)
                || (each is { IsLoad: false, Plugin: { } task } && task.Writes.Contains(connection.Name))
                || each.Own?.Writes.Contains(connection.Name) == true)).Select(each => each.Name)];

    private static string List(string[] names) => names.Length == 0 ? "-" : string.Join(", ", names);
}
