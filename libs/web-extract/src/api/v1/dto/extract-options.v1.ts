import { IsIn, IsNumber, Max, Min } from 'class-validator';
import { IfPresent, IsNested } from '../../bodies/validators.js';
import { ExtractionTargetFields } from '../../fields/extraction-target.fields.js';

/** Extraction options: `extract` and `jsonOptions`. */
export class ExtractOptionsV1 extends ExtractionTargetFields {
  /** Only one mode exists. */
  @IfPresent()
  @IsIn(['llm'])
  mode?: string;

  /** Sampling temperature of the model. */
  @IfPresent()
  @IsNumber({ allowInfinity: false, allowNaN: false })
  @Min(0)
  @Max(2)
  temperature?: number;
}

/** Extraction options by format. */
export class ExtractFieldsV1 {
  /** Requested data, for the format `extract`. */
  @IfPresent()
  @IsNested(() => ExtractOptionsV1)
  extract?: ExtractOptionsV1;

  /** Requested data, for the format `json`. */
  @IfPresent()
  @IsNested(() => ExtractOptionsV1)
  jsonOptions?: ExtractOptionsV1;
}
