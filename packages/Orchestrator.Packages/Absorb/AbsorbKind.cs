using Orchestrator.Data.Absorb;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Load.Paths;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>
/// Kind `absorb`: a buffer takes bursts of rows, from its own source and from any other writer, and the latest row of
/// each key is brought into the target set by set. A package of it loads its source into the buffer, and drains all
/// that is there then; `absorb run` drains for as long as it is let.
/// </summary>
internal sealed class AbsorbKind : IPackageKind
{
    public string Name => KindTable.Absorb.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        AbsorbChecks.Of(definition, solution);

    public PackageResult Run(PackageContext context) => new AbsorbRun(context).Run();

    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution)
    {
        var connection = definition.Target.Connection;
        if (Platforms.Of(solution, connection) is not { Dialect: var dialect } || definition.Columns.Count == 0)
        {
            return [];
        }

        var tables = AbsorbTables.Of(definition, dialect);
        (string Purpose, string Sql)[] statements =
        [
            .. tables.MakeTarget.Select(sql => ("make the target if missing", sql)),
            .. tables.MakeBuffer(1).Select(sql => ("make the buffer if missing", sql)),
            .. Filling(definition, solution).Select(one => ($"fill the buffer: {one.Purpose}", one.Text)),
            .. tables.Sql.Open.Select(sql => ("prepare the session", sql)),
            ("begin", dialect.BeginText),
            .. tables.Sql.Drain(definition.Absorb!.MaxParallelism).Select(one => ("drain a batch", one.Sql)),
            ("commit", "COMMIT"),
            .. Rejecting(definition, tables.Sql),
        ];
        return statements.Select(one => new SqlStatement(one.Purpose, connection, one.Sql));
    }

    private static IEnumerable<(string Purpose, string Sql)> Rejecting(ObjectDefinition definition, AbsorbDialect sql)
    {
        if (definition.Errors.OnError.Value != Policy.Redirect)
        {
            return [];
        }

        return
        [
            ("where a batch is refused, find its ends", sql.Ends),
            .. sql.Drain(definition.Absorb!.MaxParallelism, isPart: true)
                .Select(one => ("drain a part of it, a transaction each", one.Sql)),
            ("keep others from changing a row that is refused", sql.Hold),
            ("read it for the error table", sql.RowOf),
            ("remove it", sql.Remove),
        ];
    }

    private static IEnumerable<SqlStatement> Filling(ObjectDefinition definition, Solution solution) =>
        definition.Source is null ? [] : LoadStatements.Of(AbsorbRun.Ingest(definition), solution);

    public string LoadPath(ObjectDefinition definition, Solution solution) => definition.Source is null
        ? "drained from the buffer"
        : $"{PathChoice.Known(AbsorbRun.Ingest(definition), solution)}; then drained from the buffer";
}
