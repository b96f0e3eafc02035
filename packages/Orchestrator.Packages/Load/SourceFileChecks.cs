using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>How a load may take its files, found in the metadata alone.</summary>
internal static class SourceFileChecks
{
    /// <summary>All of it.</summary>
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution)
    {
        if (definition.Source is not { File: not null } source
            || solution.Connections.FirstOrDefault(each => each.Name == source.Connection) is not { } connection)
        {
            yield break;
        }

        if (connection.Files.TakesOnce && definition.Target.Format is null
            && definition.Load.Pattern.Value == LoadPattern.Append
            && definition.SystemColumns.All(column => column.Role != "RowAuditId"))
        {
            yield return NameChecks.Error("ORC1334", definition.At,
                $"Append of files that are taken once (`files:` of '{connection.Name}') needs the system column "
                + "RowAuditId.",
                "By it the rows of an attempt that was killed are taken back, so that none stands there twice.");
        }
    }
}
