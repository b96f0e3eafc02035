using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Shape;

namespace Orchestrator.Packages.Mail;

/// <summary>Kind `mail`: sends a message, and succeeds where the server has taken it for all of its mailboxes.
/// </summary>
internal sealed class MailKind : IPackageKind
{
    public string Name => KindTable.Mail.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        [.. MailChecks.Of(definition, solution), .. ExpectChecks.Of(definition)];

    public PackageResult Run(PackageContext context) => new MailRun(context).Run();

    public bool RunsOnce(ObjectDefinition definition) => MailContract.RunsOnce(definition);

    public bool LeavesUnknown(EarlierAttempt earlier) => MailContract.LeavesUnknown(earlier);
}
