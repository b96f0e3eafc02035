using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Shape;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Check;

/// <summary>Kind `check`: what must hold of a table, or the package fails.</summary>
internal sealed class CheckKind : IPackageKind
{
    public string Name => KindTable.Check.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        [.. CheckChecks.Of(definition, solution), .. ExpectChecks.Of(definition)];

    public PackageResult Run(PackageContext context) => new CheckRun(context).Run();

    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) =>
        Platforms.Of(solution, definition.Target.Connection) is { Dialect: var dialect }
            ? CheckContract.Questions(definition, dialect)
                .Select(question => new SqlStatement(question.What, definition.Target.Connection, question.Sql))
            : [];
}
