using Orchestrator.Metadata.Model;
using Orchestrator.Tds;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>
/// The real SQL Server client over the real wire; what its bulk copy sends is decoded, kept and played back.
/// </summary>
internal sealed class WirePlace : Place
{
    private readonly TdsServer _server = TdsServer.Start();
    private readonly TableStore _store;

    public WirePlace() => _store = new TableStore(_server);

    public override PlaceKind Kind => PlaceKind.Wire;

    public override string Schema => "dbo";

    /// <summary>What the server could not do, and what it was sent that is no T-SQL.</summary>
    public IReadOnlyList<Exception> Failures =>
        [.. _server.Failures, .. _server.Unparsed.Select(what => new InvalidDataException(what))];

    public override Connection Connection(string name) => new()
    {
        Name = name,
        Platform = Metadata.Model.Platform.SqlServer,
        ConnectionString =
            $"Server=tcp:127.0.0.1,{_server.Port};Database=Staging;User ID=loader;Password=s3cret;Encrypt=Optional",
        RecordSource = "MS",
    };

    public override void Run(string sql) => _store.Run(sql);

    public override void MakeUnique(TableName table, string column) =>
        Run($"UNIQUE {Platform.Dialect.Quote(table)} {column}");

    public override IReadOnlyList<object?[]> Stored(TableName table, IReadOnlyList<string> columns) =>
        _store.Rows(Platform.Dialect.Quote(table), columns);

    public override void Dispose() => _server.Dispose();
}
