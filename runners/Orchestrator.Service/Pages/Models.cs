using Orchestrator.Ledger.Serving;
using Orchestrator.Service.Reading;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Pages;

/// <summary>What the form shows.</summary>
/// <param name="To">Where to go then.</param>
/// <param name="Why">Why it was refused; empty = it was not.</param>
internal sealed record SignInForm(string To, string Why);

/// <summary>One sentence where there is nothing else to show.</summary>
internal sealed record Message(string Title, string Text);

/// <summary>A page of runs.</summary>
internal sealed record RunList(IReadOnlyList<RunDigest> Runs, int Page, bool HasMore);

/// <summary>What failed in the newest run of each batch, and in the runs before.</summary>
internal sealed record FailureList(IReadOnlyList<Failure> Now, IReadOnlyList<Failure> Before);

/// <summary>The buffers, and the command that shows them in a terminal.</summary>
/// <param name="Absorbers">Those that are declared, the worst first; null = no metadata are in force.</param>
/// <param name="Command">The command.</param>
internal sealed record AbsorbersModel(IReadOnlyList<AbsorberReading>? Absorbers, string Command);

/// <summary>How the ledger stands; null = there is none yet.</summary>
internal sealed record LedgerModel(LedgerHealth? Health);

/// <summary>What runs of services may use, and what waits to be approved.</summary>
internal sealed record ApprovalList(IReadOnlyList<WaitingPermission> Waiting, IReadOnlyList<ApprovalRecord> Approved);

/// <summary>Entries of the audit log.</summary>
/// <param name="Entries">The entries, the newest first.</param>
/// <param name="Before">The number before which there are more; null = there are no more.</param>
internal sealed record AuditList(IReadOnlyList<AuditEntry> Entries, long? Before);

/// <summary>The form of the first token.</summary>
/// <param name="Secret">The token that was made; null = none was yet.</param>
/// <param name="Name">Its name.</param>
/// <param name="Why">Why none was made; empty = nothing is against it.</param>
internal sealed record FirstTokenForm(string? Secret, string Name, string Why);
