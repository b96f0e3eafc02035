using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>Calls of procedures as a platform takes them.</summary>
internal static class Procedures
{
    /// <summary>The call that an object reads; null where it reads none.</summary>
    public static ProcedureCall? OfSource(ObjectDefinition definition, Dialect dialect) =>
        definition.Source?.Procedure is { } procedure ? CallOf(procedure, dialect) : null;

    public static ProcedureCall CallOf(Procedure procedure, Dialect dialect) => new(
        dialect.Table(procedure.Schema, procedure.Name),
        [.. procedure.Arguments.Select(argument => (argument.Name, argument.Value))])
    {
        Outputs = [.. procedure.Outputs.Select(output => new RowColumn(output.Name, output.DataType))],
        FailsOnReturnCode = procedure.FailsOnReturnCode,
    };

    /// <summary>What is wrong with a call on a platform.</summary>
    public static IEnumerable<Diagnostic> Check(Procedure? procedure, IPlatform? platform)
    {
        if (procedure is not null && platform is { Abilities.HasProcedures: false })
        {
            yield return NameChecks.Error("ORC1331", procedure.At,
                $"{platform.Name} has no stored procedures, so '{procedure.Name}' cannot be called.",
                "Write the statements as `sql` or `query`.");
        }
    }
}
