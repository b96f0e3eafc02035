using Orchestrator.Dataflow;

namespace Orchestrator.Plugins;

/// <summary>What a package of kind dataflow runs; derive from <see cref="DataflowPackage{TOptions}"/>.</summary>
public abstract class DataflowPackage
{
    private protected DataflowPackage()
    {
    }

    /// <summary>The type that the options of the metadata are read into.</summary>
    public abstract Type OptionsType { get; }

    /// <summary>Builds the flow with options of <see cref="OptionsType"/>.</summary>
    public abstract void BuildWith(Flow flow, object options, IFlowContext context);
}

/// <summary>
/// A package of kind dataflow: a class with a constructor without parameters that builds a flow. A new one for each
/// attempt; the flow runs when it has returned.
/// </summary>
/// <typeparam name="TOptions">What `options` of the metadata is read into, by the names of its properties.</typeparam>
public abstract class DataflowPackage<TOptions> : DataflowPackage
    where TOptions : class
{
    public sealed override Type OptionsType => typeof(TOptions);

    public sealed override void BuildWith(Flow flow, object options, IFlowContext context) =>
        Build(flow, (TOptions)options, context);

    /// <summary>
    /// Adds workers to the flow, from <see cref="IFlowContext.Source"/> or rows of its own to
    /// <see cref="IFlowContext.Target"/>. It moves no rows itself.
    /// </summary>
    protected abstract void Build(Flow flow, TOptions options, IFlowContext context);
}

/// <summary>The options of a package that takes none.</summary>
public sealed record NoOptions;
