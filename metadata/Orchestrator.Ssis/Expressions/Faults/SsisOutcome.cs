using System.Diagnostics.CodeAnalysis;

namespace Orchestrator.Ssis.Expressions.Faults;

/// <summary>A result, or the fault that there is instead.</summary>
public sealed record SsisOutcome<T>
    where T : class
{
    private SsisOutcome(T? result, SsisFault? fault) => (Result, Fault) = (result, fault);

    public T? Result { get; }

    public SsisFault? Fault { get; }

    /// <summary>True where there is a result; else there is a fault.</summary>
    [MemberNotNullWhen(true, nameof(Result))]
    public bool IsWhole => Result is not null;

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
