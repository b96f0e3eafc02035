using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Rejects;

/// <summary>A load with `onError: redirect` in each of its ways, and a target that refuses rows.</summary>
internal static class RedirectedLoad
{
    public static ObjectDefinition Of(PatternRig rig, string way, long rowsOfPart) => rig.Load(
        new LoadOptions
        {
            Pattern = Rig.Written(way switch
            {
                "Merge" => LoadPattern.Merge,
                "DeltaInsert" => LoadPattern.DeltaInsert,
                "ReplaceRange" => LoadPattern.ReplaceRange,
                "Append" or "Slow" or "Singly" or "InParts" => LoadPattern.Append,
                _ => LoadPattern.TruncateInsert,
            }),
            Range = Rig.Written(way == "ReplaceRange" ? new LoadRange("Id", "10", "30") : null),
            Swap = Rig.Written(way switch
            {
                "Transaction" => Swap.Transaction,
                "InPlace" => Swap.InPlace,
                "Shadow" => Swap.Shadow,
                _ => Swap.Auto,
            }),
            FastLoad = Rig.Written(way is not ("Slow" or "Singly")),
            CommitRows = Rig.Written(way == "Singly" ? 1L : way == "InParts" ? rowsOfPart : 0),
        },
        Rig.Column("Id", "int", key: 1), Rig.Column("Name", "nvarchar(20)")) with
    {
        Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
    };

    /// <summary>Lines of a file of such rows.</summary>
    public static string[] Lines(int first, int count) =>
        ["Id,Name", .. Enumerable.Range(first, count).Select(id => $"{id},n{id}")];

    /// <summary>A trigger of the target raises an error of that state for rows; SQLite has states of its own.</summary>
    public static void Raise(PatternRig rig, string when, string state) => rig.Execute(rig.IsServer
        ? $"""
           CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN IF {when} THEN RAISE EXCEPTION 'unlucky' USING ERRCODE = '{state}'; END IF; RETURN new; END $$;
           CREATE TRIGGER t_no BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION no()
           """
        : $"CREATE TRIGGER t_no BEFORE INSERT ON t WHEN {when} BEGIN SELECT json('{{'); END");
}
