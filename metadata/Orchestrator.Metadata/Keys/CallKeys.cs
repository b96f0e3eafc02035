using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys of an object that call a procedure; a source has them, too.</summary>
internal static class CallKeys
{
    private static readonly OptionMaker<Procedure> Make = new(
        "procedure", new Procedure { Name = "" }, procedure => procedure.At, "");

    public static SectionKey<Procedure> Name { get; } = Make.Built(
        new Key("procedure", Parts.Name, "Kind sql: a stored procedure or function that is called: schema.name."),
        (list, call) => list.Add(
            "procedure", call.Schema is null ? call.Name : $"{call.Schema}.{call.Name}", call.At)) with
    { Effects = Effect.Reloads };

    public static SectionKey<Procedure> Arguments { get; } = Make.Built(
        new Key("arguments", new NamedShape(new TextShape(TextForm.Argument)),
            "Its arguments by name, with ${var:NAME} and facts as ${rows:P.read}."),
        (list, call) => call.Arguments.ToList().ForEach(
            argument => list.Add($"arguments.{argument.Name}", argument.Written, call.At))) with
    { Effects = Effect.Reloads };

    public static SectionKey<Procedure> ReturnCode { get; } = Make.Value(
        "returnCode", new WordShape(["fail", "ignore"]), "What a return code other than 0 means",
        scalar => scalar.Text != "ignore", fails => fails ? "fail" : "ignore",
        call => call.FailsOnReturnCode, (call, value) => call with { FailsOnReturnCode = value });

    public static SectionKey<Procedure> Outputs { get; } = Make.Built(
        new Key("outputs", new NamedShape(new DataTypeShape()),
            "What it gives back by name, with the types; recorded."),
        (list, call) => call.Outputs.ToList().ForEach(
            output => list.Add($"outputs.{output.Name}", output.DataType.ToString(), call.At)));

    // A plan tells what goes in and comes out before what is made of it.
    public static Section<Procedure> Section { get; } = Make.Section(
        [Name, Arguments, ReturnCode, Outputs], [Name, Arguments, Outputs, ReturnCode]);
}
