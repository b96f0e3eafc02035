using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <summary>
/// A server with one table: it swallows bulk loads into it as fast as they come, and sends as many rows of it as it is
/// asked for, all the same.
/// </summary>
internal static partial class SwallowingServer
{
    public static TdsServer Start(string name, string[] columns)
    {
        var server = TdsServer.Start();
        var table = server.Table(name, columns);
        object?[] row = [.. table.Columns.Select(column => Value(column.Type))];
        server.OnBulk(name, (load, _) => load.Swallow());
        server.On(Describe(), _ => { });
        server.On(Rows(), (request, reply) => reply.Rows(
            table.Columns, Enumerable.Repeat(row, int.Parse(Rows().Match(request.Sql!).Groups["rows"].Value))));
        return server;
    }

    private static object Value(TdsType type) => type.Kind switch
    {
        TdsKind.Date => new DateOnly(2026, 2, 28),
        TdsKind.Time => new TimeSpan(23, 59, 59),
        TdsKind.SmallDateTime or TdsKind.DateTime or TdsKind.DateTime2 => new DateTime(2026, 2, 28, 12, 30, 0),
        TdsKind.DateTimeOffset => new DateTimeOffset(2026, 2, 28, 12, 30, 0, TimeSpan.Zero),
        TdsKind.UniqueIdentifier => new Guid("00112233-4455-6677-8899-aabbccddeeff"),
        TdsKind.Decimal or TdsKind.Numeric => 1m,
        TdsKind.Binary or TdsKind.VarBinary => new byte[] { 1 },
        TdsKind.Char or TdsKind.VarChar or TdsKind.NChar or TdsKind.NVarChar => "1",
        _ => 1,
    };

    [GeneratedRegex("dm_exec_describe_first_result_set")]
    private static partial Regex Describe();

    /// <summary>With no rows it is the question for the table's columns.</summary>
    [GeneratedRegex(@"^SELECT TOP \((?<rows>\d+)\) \* FROM \S+$")]
    private static partial Regex Rows();
}
