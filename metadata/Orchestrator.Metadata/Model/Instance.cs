using Orchestrator.Core.Types;

namespace Orchestrator.Metadata.Model;

/// <summary>Which of the objects that `forEach` makes of one an object is.</summary>
/// <param name="Object">Name of the object as written; its own is `customer[A]`.</param>
/// <param name="Variable">The variable of the project's `forEach`.</param>
/// <param name="Value">Its value in this object.</param>
public sealed record Instance(string Object, string Variable, TypedValue Value)
{
    /// <summary>The name of the instance of an object.</summary>
    public string NameOf(string name) => $"{name}[{Value.Text}]";
}
