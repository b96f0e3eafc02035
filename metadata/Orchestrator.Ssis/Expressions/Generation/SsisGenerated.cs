using System.Diagnostics.CodeAnalysis;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Expressions.Generation;

/// <summary>What an expression became, or why it stays open; never both.</summary>
public sealed record SsisGenerated
{
    private SsisGenerated(string? text, OpenReason? open) => (Text, Open) = (text, open);

    public string? Text { get; }

    public OpenReason? Open { get; }

    /// <summary>True where there is a text; else there is a reason.</summary>
    [MemberNotNullWhen(true, nameof(Text))]
    [MemberNotNullWhen(false, nameof(Open))]
    public bool IsWhole
    {
        get
        {
            if (Text is not null)
            {
                return true;
            }

            if (Open is null)
            {
                throw new InvalidOperationException("it is neither whole nor open: a bug");
            }

            return false;
        }
    }

    /// <summary>What a step gives, whose reason may stop it at any depth.</summary>
    internal static SsisGenerated Of(string written, Func<string> step)
    {
        try
        {
            return new SsisGenerated(step(), null);
        }
        catch (SsisOpenException thrown)
        {
            return new SsisGenerated(null, thrown.With(written));
        }
    }
}
