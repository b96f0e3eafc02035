using Orchestrator.Ledger;
using Orchestrator.Metadata.Selection;

namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>Whether the ledger can be read, is whole and of this version.</summary>
internal static class LedgerCheck
{
    private static readonly Version LibraryMin = new(3, 51, 3);

    public static IEnumerable<Finding> Of(LedgerState ledger)
    {
        var restore = ledger.Backup.Length > 0 ? $"ledger restore {ShellWord.Quoted(ledger.Backup)}" : "help ledger";
        if (ledger.Fault is { } fault)
        {
            yield return new Finding(
                FindingSeverity.Error, DoctorCodes.LedgerUnreadable, $"the ledger cannot be read ({fault.Code})")
            {
                Where = ledger.Name,
                Why = fault.Message.TrimEnd('.'),
                Verb = fault.Code == LedgerCodes.Older ? "ledger migrate"
                    : ledger.IsFile ? restore : $"connections test {ShellWord.Quoted(ledger.Name)}",
            };
            yield break;
        }

        if (ledger.Damage.Count > 0)
        {
            yield return new Finding(FindingSeverity.Error, DoctorCodes.LedgerDamaged, "the ledger's file is damaged")
            {
                Where = ledger.Name,
                Why = $"SQLite says: {string.Join("; ", ledger.Damage)}",
                Verb = restore,
            };
        }

        if (ledger.IsDamageOpen)
        {
            yield return new Finding(
                FindingSeverity.Warning, DoctorCodes.LedgerDamaged, "the ledger was not looked through to its end")
            {
                Where = ledger.Name,
                Why = "it is large, and what is damaged in it was looked for as long as the time allows; a backup "
                    + "reads all of it",
                Verb = "ledger backup ledger-copy.db",
            };
        }

        if (ledger.Version > 0 && ledger.Version < LedgerStatus.KnownVersion)
        {
            yield return new Finding(FindingSeverity.Note, DoctorCodes.LedgerOlder,
                $"the ledger is of version {ledger.Version}, and this program's is {LedgerStatus.KnownVersion}")
            {
                Where = ledger.Name,
                Why = "the next run brings it up to date once no run is at work",
                Verb = "ledger migrate",
            };
        }

        if (System.Version.TryParse(ledger.Library, out var library) && library < LibraryMin)
        {
            yield return new Finding(FindingSeverity.Note, DoctorCodes.LibraryOld,
                $"the SQLite library is {library}, and before {LibraryMin} two connections can corrupt a file together")
            {
                Where = ledger.Library,
                Why = "this program copies its write-ahead logs one at a time, so it is safe by itself; another "
                    + "program that writes the same files may not be",
                Verb = "explain " + DoctorCodes.LibraryOld,
            };
        }
    }
}
