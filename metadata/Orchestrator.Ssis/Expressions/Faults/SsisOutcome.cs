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
    [MemberNotNullWhen(false, nameof(Fault))]
    public bool IsWhole
    {
        get
        {
            if (Result is not null)
            {
                return true;
            }

            if (Fault is null)
            {
                throw new InvalidOperationException("it is neither whole nor a fault: a bug");
            }

            return false;
        }
    }

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
