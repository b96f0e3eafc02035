using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Loading;
using Orchestrator.Packages.Store;
using Orchestrator.Packages.Texts;

namespace Orchestrator.Packages.Mail;

/// <summary>Puts values into the texts of a message. What a value holds stands for nothing else.</summary>
internal sealed class MailTexts(PackageContext context)
{
    /// <summary>The text with what stands in it for variables, for facts and for secrets.</summary>
    /// <exception cref="PackageRefusedException">One of them has no value.</exception>
    public string Fill(string written) => PlaceholderText.Fill(written, (kind, name, whole) => kind switch
    {
        "var" => ValueOf(name),
        _ when FactName.TryParse(kind, name, out var fact) => context.FactOf(fact)?.Text ?? RunFileNames.NoFact,
        _ => ConnectionValues.Of(() => context.Resolve(whole)),
    });

    /// <summary>A message that cannot be made.</summary>
    public static PackageRefusedException Refused(string why) => new("ORC3540", ErrorClass.Config, "open", why);

    /// <summary>The name of a file or a pattern with its values, of which none leads elsewhere.</summary>
    /// <exception cref="PackageRefusedException">One of them has no value, or is no piece of a name.</exception>
    public string File(string written) => context.AnyOfRunIn(written) || AnyFactIn(written)
        ? new RunFileNames(context).Of(written) : Fill(written);

    private bool AnyFactIn(string written) => context.Object.Facts.Any(read =>
        !read.Fact.IsOfRun && written.Contains($"{read.Fact}", StringComparison.Ordinal));

    private string ValueOf(string name) => context.ValueOf(name)?.Text
        ?? throw Refused(context.IsOfRun(name)
            ? $"The variable '{name}' stands in the message and is NULL. Nothing was sent. Correct what sets it."
            : $"The variable '{name}' stands in the message and has no value. Give it one: `--var {name}=VALUE`.");
}
