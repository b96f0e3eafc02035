using System.Text.Encodings.Web;
using System.Text.Unicode;
using Microsoft.AspNetCore.Components;
using Orchestrator.Report.Figures;

namespace Orchestrator.Report;

/// <summary>
/// What components ask for, and how they are made. A container that could do more would have to be loaded and compiled
/// first, at the end of each run.
/// </summary>
internal sealed class PageServices(RunFigures run, TimeAxis axis) : PlainServices
{
    public override object? GetService(Type serviceType) =>
        serviceType == typeof(RunFigures) ? run
        : serviceType == typeof(TimeAxis) ? axis
        : base.GetService(serviceType);
}

/// <summary>The same for pages whose components ask for nothing of their own.</summary>
internal class PlainServices : IServiceProvider, IComponentActivator
{
    // Letters of all scripts stay as they are; what could be taken for markup is encoded all the same.
    private static readonly HtmlEncoder Encoder = HtmlEncoder.Create(UnicodeRanges.All);

    public virtual object? GetService(Type serviceType) =>
        serviceType == typeof(HtmlEncoder) ? Encoder
        : serviceType == typeof(IComponentActivator) ? this
        : null;

    public IComponent CreateInstance(Type componentType) => (IComponent)Activator.CreateInstance(componentType)!;
}
