using Orchestrator.Service.Reading;

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
