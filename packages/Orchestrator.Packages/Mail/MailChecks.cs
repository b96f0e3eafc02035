using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Mail;

/// <summary>What a message needs of its solution.</summary>
internal static class MailChecks
{
    /// <summary>What is missing, found in the metadata alone.</summary>
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution) =>
        definition.Own is MailOptions mail && solution.Mail is null
            ?
            [
                NameChecks.Error("ORC1131", mail.At,
                    $"The object '{definition.Name}' sends a message, and no server is declared for that.",
                    "Declare it in solution.yaml: mail: {host: …, from: …}."),
            ]
            : [];
}
