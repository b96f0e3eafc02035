using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Shape;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Sql;

/// <summary>Kind `sql`: runs a statement or script in the target.</summary>
internal sealed class SqlKind : IPackageKind
{
    public string Name => KindTable.Sql.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        [.. SqlChecks.Of(definition, solution), .. ExpectChecks.Of(definition)];

    public PackageResult Run(PackageContext context) => new SqlRun(context).Run();

    public bool RunsOnce(ObjectDefinition definition) => SqlContract.RunsOnce(definition);

    public bool LeavesUnknown(EarlierAttempt earlier) => SqlContract.LeavesUnknown(earlier);

    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) =>
        Platforms.Of(solution, definition.Target.Connection) is { Dialect: var dialect }
            ?
            [
                new("begin", definition.Target.Connection, dialect.BeginText),
                new("run", definition.Target.Connection, definition switch
                {
                    { Procedure: { } procedure } => dialect.CallText(Procedures.CallOf(procedure, dialect)),
                    { SqlFrom: { } variable } => $"-- what {variable} holds",
                    _ => definition.Sql?.Text ?? "",
                }),
                new("commit", definition.Target.Connection, "COMMIT"),
            ]
            : [];
}
