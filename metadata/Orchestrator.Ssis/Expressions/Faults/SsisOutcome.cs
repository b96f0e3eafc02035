using System.Diagnostics.CodeAnalysis;

namespace Orchestrator.Ssis.Expressions.Faults;

/// <summary>A result, or the fault that there is instead.</summary>
public sealed record SsisOutcome<T>
    where T : class
{
    private SsisOutcome(T? result, SsisFault? fault) => (Result, Fault) = (result, fault);

    public T? Result { get; }

    public SsisFault? Fault { get; }

    [MemberNotNullWhen(true, nameof(Result))]
    [MemberNotNullWhen(false, nameof(Fault))]
    public bool IsWhole => Fault is null;

    /// <summary>What a step gives, whose fault may stop it at any depth.</summary>
    internal static SsisOutcome<T> Of(Func<T> step)
    {
        try
        {
            return new SsisOutcome<T>(step(), null);
        }
        catch (SsisFaultException thrown)
        {
            return new SsisOutcome<T>(null, thrown.Fault);
        }
    }
}
