using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Sql;

/// <summary>
/// The commit of statements. A load leaves a marker; of statements nobody but their author knows what tells that they
/// were committed.
/// </summary>
internal static class UnmarkedCommit
{
    /// <summary>Commits what a package has changed.</summary>
    /// <param name="database">The database, its transaction open.</param>
    /// <param name="context">The package.</param>
    /// <param name="step">What its failures name.</param>
    /// <exception cref="PackageRefusedException">The connection is lost, and whether it is committed unknown.
    /// </exception>
    public static void Of(IDatabase database, PackageContext context, string step)
    {
        try
        {
            database.Commit();
        }
        catch (Exception fault) when (database.Platform.Explain(fault) is { IsConnectionLost: true } why)
        {
            throw new PackageRefusedException("ORC3441", ErrorClass.OutcomeUnknown, step,
                $"The connection was lost while the statements of '{context.Object.Name}' were committed "
                + $"({QuotedWords.Shown(why.Text, context)}): either all of them count, or none does. Look at what "
                + "they change before you run it again.");
        }
    }
}
