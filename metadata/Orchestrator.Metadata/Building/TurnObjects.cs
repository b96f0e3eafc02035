using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>
/// Makes an object of a loop again for a turn that the run has found out: by the way on which all objects are made, so
/// that its values may stand wherever variables may, and are held against the same rules.
/// </summary>
/// <param name="scope">What building its project shares.</param>
/// <param name="one">The object as written.</param>
/// <param name="build">Makes an object with a scope.</param>
/// <param name="kindOf">What the turns of a container come from; null = it has none.</param>
internal sealed class TurnObjects(
    BuildScope scope, EffectiveObject one, Func<BuildScope, EffectiveObject, ObjectDefinition> build,
    Func<string?, LoopKind?> kindOf)
{
    /// <summary>The object in a turn of each loop around it, the outermost first.</summary>
    /// <param name="template">What was made of it before the run.</param>
    /// <param name="turns">The turns that the run has found out.</param>
    public TurnObject Make(ObjectDefinition template, IReadOnlyList<InstanceTurn> turns)
    {
        var made = LoopTurns.In(one, turns) with { Open = [], TemplateName = one.Name };
        if (new TurnNames(template, kindOf).Problem(turns) is { } problem)
        {
            return new TurnObject(null, problem);
        }

        var own = scope.Apart();
        var definition = build(own.For(made.Given), made);
        var wrong = own.Context.Bag.Sorted().FirstOrDefault(found => found.Severity == Severity.Error);
        return wrong is not null ? new TurnObject(null, wrong.Message) : new TurnObject(
            definition with
            {
                // Where its server ends may be known only when the package runs, and a turn names none.
                Own = definition.Own is HttpOptions http && template.Own is HttpOptions { Url: var url }
                    ? http with { Url = url } : definition.Own,
            }, null);
    }
}
