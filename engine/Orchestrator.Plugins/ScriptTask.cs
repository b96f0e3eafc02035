namespace Orchestrator.Plugins;

/// <summary>What a package of kind script runs; derive from <see cref="ScriptTask{TOptions}"/>.</summary>
public abstract class ScriptTask
{
    private protected ScriptTask()
    {
    }

    /// <summary>The type that the options of the metadata are read into.</summary>
    public abstract Type OptionsType { get; }

    /// <summary>Does the work with options of <see cref="OptionsType"/>.</summary>
    public abstract void RunWith(object options, IScriptContext context);
}

/// <summary>
/// A package of kind script: a class with a constructor without parameters that does a piece of work between loads. A
/// new one for each attempt, which is over when it has returned; one that is <see cref="IDisposable"/> is disposed of
/// then. What it does is its own matter: who is killed in the
/// middle may have done it or not.
/// </summary>
/// <typeparam name="TOptions">What `options` of the metadata is read into, by the names of its properties.</typeparam>
public abstract class ScriptTask<TOptions> : ScriptTask
    where TOptions : class
{
    public sealed override Type OptionsType => typeof(TOptions);

    public sealed override void RunWith(object options, IScriptContext context) => Run((TOptions)options, context);

    /// <summary>
    /// Does the work, on the attempt's own thread. Whatever it throws fails the attempt; where
    /// <see cref="IScriptContext.Cancellation"/> fires it shall end soon, by throwing what that throws.
    /// </summary>
    protected abstract void Run(TOptions options, IScriptContext context);
}
