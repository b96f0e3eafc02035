using Orchestrator.Data.Conformance.Wire;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>
/// The real SQL Server client over the real wire; what its bulk copy sends is decoded, kept and played back.
/// </summary>
internal sealed class WirePlace : Place
{
    private readonly WireServer server = new();

    public override PlaceKind Kind => PlaceKind.Wire;

    public override string Schema => "dbo";

    /// <summary>What the server could not do.</summary>
    public IReadOnlyList<Exception> Failures => server.Failures;

    public override Connection Connection(string name) => new()
    {
        Name = name,
        Platform = Metadata.Model.Platform.SqlServer,
        ConnectionString = server.ConnectionString,
        RecordSource = "MS",
    };

    public override void Run(string sql) => server.Run(sql);

    public override IReadOnlyList<object?[]> Stored(TableName table, IReadOnlyList<string> columns) =>
        server.Rows(Platform.Dialect.Quote(table), columns);

    public override void Dispose() => server.Dispose();
}
